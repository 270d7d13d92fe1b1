declare module '../../platform/database/database.ts' {
  interface Tables {
    passkeys: PasskeyRow
  }
}

/** A WebAuthn credential with which the player can log in. */
export type PasskeyRow = {
  id: string
  accountId: string
  /** Chosen by the authenticator, as base64url. */
  credentialId: string
  /** COSE key, as base64url. */
  publicKey: string
  /** The authenticator's signature counter. Synced passkeys keep it at zero. */
  counter: number
  /** JSON array of WebAuthn transports; a browser hint. */
  transports: string
  name: string
  /** 1 if the authenticator has backed the key up, 0 otherwise. */
  isSynced: number
  createdAt: number
  lastUsedAt: number | null
}
