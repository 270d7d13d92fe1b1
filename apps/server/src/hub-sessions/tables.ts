declare module '../platform/database/database.ts' {
  interface Tables {
    hubSessions: HubSessionRow
  }
}

/** The specification's *session*: opened by a game or an app for a player. */
export type HubSessionRow = {
  /** The `session` in URLs and headers. Random; its opener's secret. */
  id: string
  project: string
  source: 'web' | 'mobile'
  locale: string
  /** Reported by the caller: its installation id, its user id and its platform. */
  iid: string | null
  uid: string | null
  platformId: string | null
  /** The player who last logged in with it. */
  playerId: string | null
  createdAt: number
  expiresAt: number
  attachedAt: number | null
}
