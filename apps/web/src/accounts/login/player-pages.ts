/** Pages for accounts. The login page says so to a guest on the way to one, and leads to it. */
const playerPages = {
  support: '/transactions/help',
  transactions: '/transactions',
  withdraw: '/transactions?withdraw',
} as const
export type PlayerPage = keyof typeof playerPages

export const loginUrlFor = (page: PlayerPage): string => `/session/login?next=${page}`

/** The page named by a login URL, as in `/session/login?next=support`. */
export function requestedPage(search: string): PlayerPage | null {
  const next = new URLSearchParams(search).get('next')
  return next !== null && isPlayerPage(next) ? next : null
}

const isPlayerPage = (name: string): name is PlayerPage => Object.hasOwn(playerPages, name)

export const getPlayerPagePath = (page: PlayerPage): string => playerPages[page]
