import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type Operation, recordOperation } from '../audit-log.ts'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { type Db, transact } from '../database/database.ts'
import { outageIn } from '../unavailable.ts'
import { loadOrCreateSecret, replaceSecret } from './secrets.ts'
import {
  insertSigningKey,
  listSigningKeys,
  retireSigningKeys,
  type SigningKeyRow,
} from './signing-key-store.ts'

export const signingAlgorithm = 'ES256'

/** Longest token life per key purpose. Tokens for one purpose are not valid for another. */
const tokenLifeMs = { 'login-token-key': 30 * DAY_MS, 'game-token-key': 15 * MINUTE_MS }
const purposes = ['login-token-key', 'game-token-key'] as const
export type KeyPurpose = (typeof purposes)[number]

/** Delay between publishing a key and signing with it. Exceeds the time hubs and game servers cache public keys. */
export const publishedAheadMs = 10 * MINUTE_MS
const reloadAfterMs = MINUTE_MS
/** Covers a hub still signing with the old key. */
const graceMs = HOUR_MS

type Key = Awaited<ReturnType<typeof importJWK>>
export type SigningKey = { kid: string; privateKey: Key; publicKey: Key; publicJwk: JWK }

export type SigningKeys = {
  /** The signing key. Do not call inside a transaction. */
  current(): Promise<SigningKey>
  /** Accepted keys, including one about to sign. */
  accepted(): Promise<SigningKey[]>
}

type Deps = { db: Db; clock: Clock }

/**
 * Signing keys for one purpose, shared by all hubs on the database; the first is generated at the first start. Hubs
 * pick up new keys within a minute.
 */
export async function openSigningKeys({ db, clock }: Deps, purpose: KeyPurpose): Promise<SigningKeys> {
  const imported = new Map<string, Promise<SigningKey>>()
  await saveFirstKey(db, purpose)
  let rows = await listSigningKeys(db, purpose)
  let loadedAt = clock.now()
  let reloading: Promise<void> | undefined

  /** Known keys stay in use without the database. */
  async function reload(): Promise<void> {
    try {
      rows = await listSigningKeys(db, purpose)
      loadedAt = clock.now()
    } catch (error) {
      if (!outageIn(error)) throw error
    }
  }

  async function acceptedRows(): Promise<SigningKeyRow[]> {
    if (clock.now() - loadedAt >= reloadAfterMs) {
      reloading ??= reload().finally(() => (reloading = undefined))
      await reloading
    }
    return rows.filter(({ expiresAt }) => expiresAt === null || expiresAt > clock.now())
  }

  function importOnce(row: SigningKeyRow): Promise<SigningKey> {
    const key = imported.get(row.kid) ?? importKey(row)
    imported.set(row.kid, key)
    return key
  }

  return {
    async current() {
      const newest = (await acceptedRows()).findLast(({ signsFrom }) => signsFrom <= clock.now())
      if (!newest) throw new Error(`No ${purpose} signs yet`)
      return importOnce(newest)
    },
    accepted: async () => Promise.all((await acceptedRows()).map(importOnce)),
  }
}

/**
 * Adds a key for each purpose, which signs after ten minutes. Tokens from earlier keys are accepted until they expire.
 * @returns  the new keys' ids
 */
export async function rotateSigningKeys({ db, clock }: Deps, operation: Operation): Promise<string[]> {
  const at = clock.now()
  const added: string[] = []
  for (const purpose of purposes) {
    await saveFirstKey(db, purpose)
    const privateJwk = await generatePrivateJwk()
    const key = await createRow(purpose, privateJwk, at + publishedAheadMs)
    await transact(db, async (tx) => {
      await retireSigningKeys(tx, purpose, key.signsFrom + tokenLifeMs[purpose] + graceMs)
      await insertSigningKey(tx, key)
      // Versions from before rotation sign with this secret, after a rollback.
      await replaceSecret(tx, purpose, privateJwk)
      const after = { purpose, signsFrom: key.signsFrom }
      await recordOperation(tx, operation, { action: 'signing-key.rotate', subject: key.kid, after, at })
    })
    added.push(key.kid)
  }
  return added
}

/** Versions from before rotation store the key as a secret named after the purpose. */
async function saveFirstKey(db: Db, purpose: KeyPurpose): Promise<void> {
  if ((await listSigningKeys(db, purpose)).length > 0) return
  const privateJwk = await loadOrCreateSecret(db, purpose, generatePrivateJwk)
  await insertSigningKey(db, await createRow(purpose, privateJwk, 0))
}

async function createRow(purpose: KeyPurpose, privateJwk: string, signsFrom: number): Promise<SigningKeyRow> {
  const kid = await calculateJwkThumbprint(toPublicJwk(privateJwk))
  return { kid, purpose, privateJwk, signsFrom, expiresAt: null }
}

async function importKey({ kid, privateJwk }: SigningKeyRow): Promise<SigningKey> {
  const publicJwk = toPublicJwk(privateJwk)
  return {
    kid,
    privateKey: await importJWK(JSON.parse(privateJwk), signingAlgorithm),
    publicKey: await importJWK(publicJwk, signingAlgorithm),
    publicJwk,
  }
}

function toPublicJwk(privateJwk: string): JWK {
  const { d: _, ...publicJwk }: JWK = JSON.parse(privateJwk)
  return publicJwk
}

async function generatePrivateJwk(): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}
