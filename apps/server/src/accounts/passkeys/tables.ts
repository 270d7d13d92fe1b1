import type { StoredPasskey } from '../../platform/authentication/credential-store.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    passkeys: PasskeyRow
  }
}

/** A WebAuthn credential with which the player can log in. */
export type PasskeyRow = StoredPasskey & { accountId: string }
