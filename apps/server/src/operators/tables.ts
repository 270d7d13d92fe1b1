import type { OperatorRole } from '@playhub/contract/operator'

declare module '../platform/database/database.ts' {
  interface Tables {
    operators: OperatorRow
    operatorRoles: OperatorRoleRow
    operatorPasskeys: OperatorPasskeyRow
    operatorRecoveryCodes: OperatorRecoveryCodeRow
    operatorLinks: OperatorLinkRow
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
  /** Name of the operator or shell account that added this one. */
  createdBy: string
  lastSeenAt: number | null
}

export type OperatorRoleRow = {
  operatorId: string
  role: OperatorRole
  /** A project id, or `*` for all. */
  project: string
  grantedBy: string
  grantedAt: number
}

export type OperatorPasskeyRow = {
  id: string
  operatorId: string
  /** Chosen by the authenticator, as base64url. */
  credentialId: string
  /** COSE key, as base64url. */
  publicKey: string
  counter: number
  /** JSON array of WebAuthn transports. */
  transports: string
  name: string
  isSynced: number
  createdAt: number
  lastUsedAt: number | null
}

/** An unused recovery code. */
export type OperatorRecoveryCodeRow = { hash: string; operatorId: string }

/** What a link is for: a first or new password with a second factor, or a second factor alone. */
export type LinkPurpose = 'set-up' | 'two-factor'

/** A one-use link. It keeps an unfinished set-up, so that the operator changes only when all of it is done. */
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
