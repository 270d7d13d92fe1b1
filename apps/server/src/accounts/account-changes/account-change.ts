import { authMethods } from '@playhub/contract'
import * as z from 'zod'
import { DAY_MS } from '../../platform/clock.ts'

/** Time in which the owner can undo a change. */
export const undoTtlMs = 7 * DAY_MS

const StoredIdentity = z.object({
  provider: z.enum(authMethods),
  subject: z.string(),
  accountId: z.string(),
  label: z.string().nullable(),
  createdAt: z.int(),
})

const StoredPasskey = z.object({
  id: z.string(),
  accountId: z.string(),
  credentialId: z.string(),
  publicKey: z.string(),
  counter: z.int(),
  transports: z.string(),
  name: z.string(),
  isSynced: z.int(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
})

const StoredTwoFactor = z.object({
  accountId: z.string(),
  secret: z.string(),
  createdAt: z.int(),
  confirmedAt: z.int().nullable(),
})

/** A change and what it takes to undo it. Passwords are not restored: the owner recovers the password by email. */
export const AccountChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('identity-linked'), identity: StoredIdentity }),
  z.object({ kind: z.literal('identity-unlinked'), identity: StoredIdentity }),
  z.object({ kind: z.literal('passkey-added'), passkey: StoredPasskey }),
  z.object({ kind: z.literal('passkey-removed'), passkey: StoredPasskey }),
  z.object({ kind: z.literal('second-factor-added') }),
  z.object({
    kind: z.literal('second-factor-removed'),
    secondFactor: StoredTwoFactor,
    /** Hashes of unused codes. */
    recoveryCodes: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('recovery-codes-renewed'),
    /** Hashes of replaced, unused codes. */
    recoveryCodes: z.array(z.string()),
  }),
  z.object({ kind: z.literal('password-changed') }),
  z.object({ kind: z.literal('deletion-requested'), deletionAt: z.int() }),
])
export type AccountChange = z.infer<typeof AccountChange>
