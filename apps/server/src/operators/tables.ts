import type { OperatorRole } from '@playhub/contract/operator'
import type { StoredPasskey } from '../platform/authentication/credential-store.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    operators: OperatorRow
    operatorRoles: OperatorRoleRow
    operatorPasskeys: OperatorPasskeyRow
    operatorRecoveryCodes: OperatorRecoveryCodeRow
    operatorLinks: OperatorLinkRow
    operatorPasswordLinks: OperatorPasswordLinkRow
    operatorSessions: OperatorSessionRow
  }
}

export type OperatorLanguage = 'ru' | 'en'

/** A staff member. The row stays for ever, because the audit log refers to it. */
export type OperatorRow = {
  id: string
  /** Canonical. */
  email: string
  name: string
  /** Null until set-up is complete. */
  passwordHash: string | null
  language: OperatorLanguage
  /** The shared TOTP secret as base32; null without an authenticator app. */
  totpSecret: string | null
  totpConfirmedAt: number | null
  state: 'invited' | 'active' | 'suspended'
  createdAt: number
  /** Name of the operator or shell account behind the addition. */
  createdBy: string
  lastSeenAt: number | null
  /** Gets the weekly email. */
  hasWeeklyReport: 0 | 1
}

export type OperatorRoleRow = {
  operatorId: string
  role: OperatorRole
  /** A project id, or `*` for all. */
  project: string
  grantedBy: string
  grantedAt: number
}

export type OperatorPasskeyRow = StoredPasskey & { operatorId: string }

/** An unused recovery code. */
export type OperatorRecoveryCodeRow = { hash: string; operatorId: string }

/** A link's purpose: a first or new password with two-factor, or two-factor alone. */
export type LinkPurpose = 'set-up' | 'two-factor'

/** A one-use link. It keeps an unfinished set-up, so the operator changes only when all of it is done. */
export type OperatorLinkRow = {
  tokenHash: string
  operatorId: string
  purpose: LinkPurpose
  /** The new password; for `two-factor`, the operator's own, once entered. */
  passwordHash: string | null
  /** An authenticator app's secret before its first code. */
  totpSecret: string | null
  expiresAt: number
  usedAt: number | null
}

/** A one-use link for a new password, which the two-factor method completes. */
export type OperatorPasswordLinkRow = { tokenHash: string; operatorId: string; expiresAt: number }

export type OperatorSessionRow = {
  tokenHash: string
  id: string
  operatorId: string
  createdAt: number
  lastSeenAt: number
  /** When the operator last passed a two-factor or passkey check. */
  provedAt: number
  expiresAt: number
  endedAt: number | null
  ip: string
  userAgent: string
}
