/** Pages that need an account. The sign-in page says so to a guest who asks for one, and leads to it. */
const playerPages = { support: '/transactions/help', transactions: '/transactions' } as const
export type PlayerPage = keyof typeof playerPages

export const loginAddressFor = (page: PlayerPage): string => `/session/login?next=${page}`

/** The page that a sign-in address asks for, as in `/session/login?next=support`. */
export function requestedPage(search: string): PlayerPage | null {
  const next = new URLSearchParams(search).get('next')
  return next !== null && isPlayerPage(next) ? next : null
}

const isPlayerPage = (name: string): name is PlayerPage => Object.hasOwn(playerPages, name)

export const getPlayerPagePath = (page: PlayerPage): string => playerPages[page]
