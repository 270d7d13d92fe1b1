import type { KeyScope } from '@playhub/contract'

declare module '../platform/database/database.ts' {
  interface Tables {
    projectKeys: ProjectKeyRow
  }
}

/** A game server's API key. A project can have several, so keys can be rotated. */
export type ProjectKeyRow = {
  id: string
  project: string
  /** The key's SHA-256. The key itself is not stored. */
  hash: string
  /** Its name, for operators. */
  label: string
  scope: KeyScope
  createdAt: number
  /** Refused from then on; null for a key without an end. */
  expiresAt: number | null
  revokedAt: number | null
  /** Accurate to the hour. */
  lastUsedAt: number | null
}
