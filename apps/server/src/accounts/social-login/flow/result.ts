import { type AuthState, eventCodes, type LoggedIn } from '@playhub/contract'
import { isMatchingToken } from '../../../platform/authentication/random-token.ts'
import { type Db, transact } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { expectNotBanned, findAccount } from '../../account-store.ts'
import type { ClientInfo } from '../../client-info.ts'
import type { LoginDeps } from '../../login-sessions/login-session.ts'
import { completeLogin, newLoginSession } from '../../login-sessions/login-session.ts'
import { findLiveLoginSession, insertLoginSession } from '../../login-sessions/login-session-store.ts'
import { resultTtlMs } from './flow.ts'
import { claimLoginSession, findFlow } from './flow-store.ts'
import type { AuthFlowRow } from './tables.ts'

/**
 * Returns a flow's state to the holder of its verifier. The first read after a login creates the login session; the
 * result can be reread for a minute.
 * @throws Refusal AUTH_STATE_NOT_FOUND, also for a wrong verifier; ACCOUNT_BANNED
 */
export async function readFlowResult(
  deps: LoginDeps,
  holder: FlowHolder,
  client: ClientInfo,
): Promise<AuthState> {
  const { db, clock } = deps
  const flow = await expectFlow(db, holder)
  const { status, errorCode, heldIdentity } = flow
  if (flow.expiresAt <= clock.now()) {
    if (status !== 'waiting') throw new Refusal('AUTH_STATE_NOT_FOUND')
    return { status: 'failed', result: null, errorCode: eventCodes.SIGN_IN_STATE_EXPIRED }
  }
  if (heldIdentity !== null) return { status: 'consent-required', result: null, errorCode: null }
  const result = status === 'signed-in' ? await loginWithFlow(deps, flow, client) : null
  return { status, result, errorCode }
}

export type FlowHolder = { id: string; verifier: string | undefined }

/** @throws Refusal AUTH_STATE_NOT_FOUND, also for a wrong verifier */
export async function expectFlow(db: Db, { id, verifier }: FlowHolder): Promise<AuthFlowRow> {
  const flow = await findFlow(db, id)
  if (!flow || !isMatchingToken(flow.verifierHash, verifier)) throw new Refusal('AUTH_STATE_NOT_FOUND')
  return flow
}

/** Concurrent reads share one login session, and each gets a token for it. */
async function loginWithFlow(deps: LoginDeps, flow: AuthFlowRow, client: ClientInfo): Promise<LoggedIn> {
  const { db, clock } = deps
  if (flow.playerId !== null) await expectNotBanned(db, flow.playerId, clock.now())
  const loginSessionId = flow.loginSessionId ?? (await createLoginSession(deps, flow, client))
  const session = await findLiveLoginSession(db, loginSessionId, clock.now())
  const account = session && (await findAccount(db, session.playerId))
  if (!account) throw new Refusal('AUTH_STATE_NOT_FOUND')
  return completeLogin(deps, session, account.nickName, {
    ...client,
    session: client.session || flow.session,
  })
}

async function createLoginSession(
  deps: LoginDeps,
  { id, playerId, provider }: AuthFlowRow,
  client: ClientInfo,
): Promise<string> {
  if (playerId === null || provider === null) throw new Refusal('AUTH_STATE_NOT_FOUND')
  const { db, clock } = deps
  const session = newLoginSession(deps, playerId, provider, client)
  const isCreated = await transact(db, async (tx) => {
    const claim = { loginSessionId: session.id, expiresAt: clock.now() + resultTtlMs }
    const isFirst = await claimLoginSession(tx, id, claim)
    if (isFirst) await insertLoginSession(tx, session)
    return isFirst
  })
  if (isCreated) return session.id
  const claimed = await findFlow(db, id)
  if (!claimed?.loginSessionId) throw new Refusal('AUTH_STATE_NOT_FOUND')
  return claimed.loginSessionId
}
