const path = '/transactions/help'
const TICKET = 'ticket'

/** Where a player asks for help with a payment, or with anything else. */
export const formAddress = (paymentId?: string | null) => (paymentId ? `${path}/${paymentId}` : path)

export const ticketAddress = (id: string) => `${path}?${TICKET}=${encodeURIComponent(id)}`

export const ticketIn = (url: string) => new URL(url).searchParams.get(TICKET)
