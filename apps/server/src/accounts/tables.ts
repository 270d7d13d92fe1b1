import type { AuthMethod, AuthType, InterfaceLanguage } from '@playhub/contract'

declare module '../platform/database/database.ts' {
  interface Tables {
    accounts: AccountRow
    identities: IdentityRow
    credentials: CredentialRow
    registrations: RegistrationRow
    codes: CodeRow
    resetTickets: ResetTicketRow
    loginSessions: LoginSessionRow
    captchaSolutions: CaptchaSolutionRow
  }
}

export type CodePurpose = 'registration' | 'recovery'

export type AccountRow = {
  /** The player id. */
  id: string
  nickName: string
  /** Canonical; null when the identity provider sent none. */
  email: string | null
  receiptEmail: string | null
  /** The account's first login method; each login session has its own. */
  authType: AuthMethod
  language: InterfaceLanguage
  createdAt: number
  firstName: string | null
  lastName: string | null
  /** When the account will be erased; null unless the player has requested it. */
  deletionAt: number | null
  /** When the ban started; null without a ban. An expired ban stays set. */
  bannedAt: number | null
  /** When the ban ends by itself; null for a permanent ban. */
  bannedUntil: number | null
}

/** A linked identity. The key `(provider, subject)` ensures one account per person and provider. */
export type IdentityRow = {
  provider: AuthMethod
  /** The provider's id for the person; for `mail` the canonical email. */
  subject: string
  accountId: string
  /** A name or email by which the player recognises the identity. */
  label: string | null
  createdAt: number
}

/** A password as an argon2id hash. Former passwords are kept, so they cannot be reused. */
export type CredentialRow = {
  id: string
  accountId: string
  hash: string
  createdAt: number
  /** Null for the current password. */
  replacedAt: number | null
}

/** A registration whose email is not confirmed yet. */
export type RegistrationRow = {
  email: string
  passwordHash: string
  language: InterfaceLanguage
  requestedAt: number
  /** Hash of the secret held by the client behind the stored password. */
  secretHash: string | null
  /** When the email was registered again while the registration was pending; null for never. */
  repeatedAt: number | null
  /** The consent given in the form as JSON; null by a version that stored none. */
  consent: string | null
}

/** A six-digit code: one per email and purpose. */
export type CodeRow = {
  /** Changes with every request, so an email job can detect a newer request. */
  id: string
  purpose: CodePurpose
  email: string
  language: InterfaceLanguage
  /** Null until the email job has generated the code. */
  hash: string | null
  /** Null together with the hash. */
  expiresAt: number | null
  tries: number
  requestedAt: number
}

/** Authorizes setting a new password once. */
export type ResetTicketRow = {
  accountId: string
  hash: string
  expiresAt: number
}

export type LoginSessionRow = {
  /** The token's `sid`. */
  id: string
  playerId: string
  authType: AuthType
  userAgent: string
  createdAt: number
  /** Accurate to the hour. */
  lastSeenAt: number
  expiresAt: number
  revokedAt: number | null
  /** When the player last reauthenticated; null for never. */
  confirmedAt: number | null
  /** HMAC of the login's network; null for sessions from earlier versions. */
  networkHash: string | null
}

/** A used captcha solution. */
type CaptchaSolutionRow = {
  nonce: string
  expiresAt: number
}
