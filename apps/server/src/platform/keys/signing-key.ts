import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Db } from '../database/database.ts'
import { loadOrCreateSecret } from './secrets.ts'

export const signingAlgorithm = 'ES256'

type Key = Awaited<ReturnType<typeof importJWK>>
export type SigningKey = { kid: string; privateKey: Key; publicKey: Key; publicJwk: JWK }

/**
 * A key pair generated at the first start and shared by every hub of the database.
 * @param name  The purpose. Tokens of one purpose are not valid for another.
 */
export async function loadOrCreateSigningKey(db: Db, name: string): Promise<SigningKey> {
  const privateJwk: JWK = JSON.parse(await loadOrCreateSecret(db, name, generatePrivateJwk))
  const { d: _, ...publicJwk } = privateJwk
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    privateKey: await importJWK(privateJwk, signingAlgorithm),
    publicKey: await importJWK(publicJwk, signingAlgorithm),
    publicJwk,
  }
}

async function generatePrivateJwk(): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}
