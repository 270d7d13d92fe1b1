import type { GameToken } from '@playhub/contract'
import { SignJWT } from 'jose'
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { transact } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { type SigningKey, signingAlgorithm } from '../platform/keys/signing-key.ts'
import { Refusal } from '../platform/refusal.ts'
import type { PlayNeeds } from './deps.ts'
import { insertPlay } from './play-store.ts'

const type = 'game+jwt'
const lifeMs = 15 * MINUTE_MS

/**
 * A token that tells the server of one game who plays. It opens nothing here: the login token stays with the hub.
 * @throws Refusal PROJECT_NOT_FOUND, or UNAUTHORIZED when the account is gone
 */
export async function issueGameToken(
  { db, clock, config, catalogue, accountOf, expectAccount }: PlayNeeds,
  key: SigningKey,
  { playerId, project }: { playerId: string; project: string },
): Promise<GameToken> {
  if (!catalogue.project(project)) throw new Refusal('PROJECT_NOT_FOUND')
  const account = await accountOf(playerId)
  if (!account) throw new Refusal('UNAUTHORIZED')
  await transact(db, async (tx) => {
    await expectAccount(tx, playerId)
    await insertPlay(tx, { project, playerId, firstAt: clock.now() })
  })
  // Tokens count whole seconds.
  const issuedAt = Math.floor(clock.now() / SECOND_MS)
  const expiresAt = issuedAt + lifeMs / SECOND_MS
  const token = await new SignJWT({ nickName: account.nickName })
    .setProtectedHeader({ alg: signingAlgorithm, typ: type, kid: key.kid })
    .setIssuer(config.http.publicUrl)
    .setAudience(project)
    .setSubject(playerId)
    .setJti(newId())
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key.privateKey)
  return { token, expiresAt: expiresAt * SECOND_MS }
}
