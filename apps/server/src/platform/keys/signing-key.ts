import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Db } from '../database/database.ts'
import { loadOrCreateSecret } from './secrets.ts'

export const signingAlgorithm = 'ES256'

type Key = Awaited<ReturnType<typeof importJWK>>
/** A key pair that signs tokens. */
export type SigningKey = { kid: string; privateKey: Key; publicKey: Key; publicJwk: JWK }

/**
 * A key that the hub makes for itself at its first start and keeps, the same for every hub of one database.
 * @param name  What it is for: tokens of one kind are never good as those of another.
 */
export async function loadOrCreateSigningKey(db: Db, name: string): Promise<SigningKey> {
  const privateJwk: JWK = JSON.parse(await loadOrCreateSecret(db, name, makeKey))
  const { d: _, ...publicJwk } = privateJwk
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    privateKey: await importJWK(privateJwk, signingAlgorithm),
    publicKey: await importJWK(publicJwk, signingAlgorithm),
    publicJwk,
  }
}

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}
