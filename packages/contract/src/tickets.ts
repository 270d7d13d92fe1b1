/** Support request reasons (specification §2): "Drop not credited" and "Other". */
export const ticketReasons = ['DROP_NOT_CREDITED', 'OTHER'] as const
export type TicketReason = (typeof ticketReasons)[number]

/** `open` waits for support, `answered` waits for the player, `closed` accepts no more messages. */
export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

export const ticketAuthors = ['player', 'support'] as const
export type TicketAuthor = (typeof ticketAuthors)[number]
