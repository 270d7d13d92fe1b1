import type { Db } from '../../platform/database/database.ts'
import type { AuthFlowRow } from './tables.ts'

/** Opens a flow; false when the id is taken. */
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

/** The browser leaves for the provider, perhaps once more; false when an answer has been taken already. */
export async function saveAuthorization(db: Db, id: string, departure: Authorization): Promise<boolean> {
  const isSaved = await db
    .updateTable('authFlows')
    .set(departure)
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return isSaved !== undefined
}

type PostedAnswer = { relayedParameters: string; relayKeyHash: string }

export async function saveRelayedParameters(db: Db, id: string, posted: PostedAnswer): Promise<void> {
  await db.updateTable('authFlows').set(posted).where('id', '=', id).where('usedAt', 'is', null).execute()
}

/** Takes the one answer that a state is good for; false when another request was faster. */
export async function consumeState(db: Db, stateHash: string, now: number): Promise<boolean> {
  const spent = await db
    .updateTable('authFlows')
    .set({ usedAt: now })
    .where('stateHash', '=', stateHash)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

export type FlowResult = Pick<AuthFlowRow, 'status' | 'expiresAt'> &
  Partial<Pick<AuthFlowRow, 'playerId' | 'errorCode'>>

/** Ends a flow, and forgets what was needed at the provider. */
export async function endFlow(db: Db, id: string, ending: FlowResult): Promise<void> {
  await db
    .updateTable('authFlows')
    .set({ ...ending, nonce: null, codeVerifier: null, relayedParameters: null, relayKeyHash: null })
    .where('id', '=', id)
    .execute()
}

type Claim = { loginSessionId: string; expiresAt: number }

/** Takes the right to make the login session; false when another request has it. */
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
