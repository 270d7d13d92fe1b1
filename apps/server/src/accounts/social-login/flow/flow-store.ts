import type { Db } from '../../../platform/database/database.ts'
import type { AuthFlowRow } from './tables.ts'

/** False when the id is taken. */
export async function insertFlow(db: Db, flow: AuthFlowRow): Promise<boolean> {
  const opened = await db
    .insertInto('authFlows')
    .values(flow)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return opened !== undefined
}

export function findFlow(db: Db, id: string): Promise<AuthFlowRow | undefined> {
  return db.selectFrom('authFlows').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findFlowByState(db: Db, stateHash: string): Promise<AuthFlowRow | undefined> {
  return db.selectFrom('authFlows').selectAll().where('stateHash', '=', stateHash).executeTakeFirst()
}

type Authorization = Pick<
  AuthFlowRow,
  'provider' | 'stateHash' | 'nonce' | 'codeVerifier' | 'session' | 'bindingHash' | 'origin'
>

/** Saves the values sent to the provider, replacing earlier ones. False when a callback was already processed. */
export async function saveAuthorization(db: Db, id: string, authorization: Authorization): Promise<boolean> {
  const isSaved = await db
    .updateTable('authFlows')
    .set(authorization)
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return isSaved !== undefined
}

type Relay = { relayedParameters: string; relayKeyHash: string }

export async function saveRelayedParameters(db: Db, id: string, relay: Relay): Promise<void> {
  await db.updateTable('authFlows').set(relay).where('id', '=', id).where('usedAt', 'is', null).execute()
}

/** Marks a state as used. False when a concurrent request has used it. */
export async function consumeState(db: Db, stateHash: string, now: number): Promise<boolean> {
  const updated = await db
    .updateTable('authFlows')
    .set({ usedAt: now })
    .where('stateHash', '=', stateHash)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export type FlowResult = Pick<AuthFlowRow, 'status' | 'expiresAt'> &
  Partial<Pick<AuthFlowRow, 'playerId' | 'errorCode' | 'heldIdentity'>>

/** Saves a flow's result and deletes the values sent to the provider. */
export async function endFlow(db: Db, id: string, ending: FlowResult): Promise<void> {
  await db
    .updateTable('authFlows')
    .set({
      ...{ nonce: null, codeVerifier: null, relayedParameters: null, relayKeyHash: null, heldIdentity: null },
      ...ending,
    })
    .where('id', '=', id)
    .execute()
}

/** Takes an identity out of its flow. False when a concurrent request has done so. */
export async function takeHeldIdentity(db: Db, id: string): Promise<boolean> {
  const taken = await db
    .updateTable('authFlows')
    .set({ heldIdentity: null })
    .where('id', '=', id)
    .where('heldIdentity', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

type Claim = { loginSessionId: string; expiresAt: number }

/** Assigns the flow's login session. False when a concurrent request has done so. */
export async function claimLoginSession(db: Db, id: string, claim: Claim): Promise<boolean> {
  const claimed = await db
    .updateTable('authFlows')
    .set(claim)
    .where('id', '=', id)
    .where('status', '=', 'signed-in')
    .where('loginSessionId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function deleteFlowsExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('authFlows').where('expiresAt', '<', instant).execute()
}
