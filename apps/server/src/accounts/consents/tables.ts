import type { Consent } from '@playhub/contract'

declare module '../../platform/database/database.ts' {
  interface Tables {
    consents: ConsentRow
  }
}

/** A consent that an account has given. At most one of each purpose is in force. */
export type ConsentRow = Consent & {
  id: string
  accountId: string
  /** HMAC of the client's network. */
  network: string
}

/** A consent whose account may not exist yet. */
export type NewConsent = Omit<ConsentRow, 'accountId'>
