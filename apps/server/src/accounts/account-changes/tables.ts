import type { InterfaceLanguage } from '@playhub/contract'

declare module '../../platform/database/database.ts' {
  interface Tables {
    accountChanges: AccountChangeRow
    pendingUndos: PendingUndoRow
  }
}

/** A change to an account's login methods, which the owner can undo for some days. */
export type AccountChangeRow = {
  id: string
  accountId: string
  /** The login session behind the change. */
  loginSessionId: string
  /** JSON of an `AccountChange`. */
  change: string
  /** JSON array of the emails to notify. */
  emails: string
  language: InterfaceLanguage
  /** Hash of the emailed token; null until the email is sent. */
  tokenHash: string | null
  createdAt: number
  expiresAt: number
  undoneAt: number | null
  /** The change whose job also emails this one; null until a job has taken it. */
  emailBatch: string | null
}

/** A delayed undo, so mailbox access alone cannot take over an account. One per account. */
export type PendingUndoRow = {
  accountId: string
  /** The link's change. */
  changeId: string
  requestedAt: number
  effectiveAt: number
}
