/** Why a player writes to support (specification §2): a bought item has not come, or something else. */
export const ticketReasons = ['DROP_NOT_CREDITED', 'OTHER'] as const
export type TicketReason = (typeof ticketReasons)[number]

/** `open` waits for support, `answered` for the player; a ticket that is `closed` takes no more messages. */
export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

export const ticketAuthors = ['player', 'support'] as const
export type TicketAuthor = (typeof ticketAuthors)[number]
