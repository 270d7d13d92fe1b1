declare module '../../platform/database/database.ts' {
  interface Tables {
    secondFactors: TwoFactorRow
    recoveryCodes: RecoveryCodeRow
  }
}

/** An account's authenticator app. */
export type TwoFactorRow = {
  accountId: string
  /** The shared TOTP secret as base32. */
  secret: string
  createdAt: number
  /** When the player entered a first code; null during set-up, while login asks for no code. */
  confirmedAt: number | null
}

/** An unused recovery code. */
export type RecoveryCodeRow = {
  hash: string
  accountId: string
}
