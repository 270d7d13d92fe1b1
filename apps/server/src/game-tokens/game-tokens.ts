import type { GameToken } from '@playhub/contract'
import { SignJWT } from 'jose'
import type { Catalogue } from '../catalogue/index.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { type Db, transact } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { newId } from '../platform/ids.ts'
import { type SigningKeys, signingAlgorithm } from '../platform/keys/signing-keys.ts'
import { Refusal } from '../platform/refusal.ts'
import { insertPlay } from './play-store.ts'

/** Game tokens' dependencies on the hub. */
export type Deps = {
  db: Db
  clock: Clock
  config: HubConfig
  catalogue: Pick<Catalogue, 'project'>
  /** Undefined when the account does not exist. */
  findAccount(playerId: string): Promise<{ nickName: string } | undefined>
  /** Locks the account until the transaction ends; throws Refusal UNAUTHORIZED when it does not exist. */
  expectAccount(tx: Db, playerId: string): Promise<void>
}

const type = 'game+jwt'
const ttlMs = 15 * MINUTE_MS

/**
 * Issues a token identifying the player to one game's server. The hub does not accept it: the game never sees the login
 * token.
 * @throws Refusal PROJECT_NOT_FOUND, or UNAUTHORIZED when the account does not exist
 */
export async function issueGameToken(
  { db, clock, config, catalogue, findAccount, expectAccount }: Deps,
  keys: SigningKeys,
  { playerId, project }: { playerId: string; project: string },
): Promise<GameToken> {
  if (!catalogue.project(project)) throw new Refusal('PROJECT_NOT_FOUND')
  const account = await findAccount(playerId)
  if (!account) throw new Refusal('UNAUTHORIZED')
  await transact(db, async (tx) => {
    await expectAccount(tx, playerId)
    await insertPlay(tx, { project, playerId, firstAt: clock.now() })
  })
  const key = await keys.current()
  // JWT times are in whole seconds.
  const issuedAt = Math.floor(clock.now() / SECOND_MS)
  const expiresAt = issuedAt + ttlMs / SECOND_MS
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
