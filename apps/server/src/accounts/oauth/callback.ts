import { eventCodes } from '@playhub/contract'
import { type Db, transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import type { SocialMethod } from '../identity-providers/config.ts'
import {
  IdentityNotProven,
  type IdentityProvider,
  type ProvenIdentity,
  ProviderUnavailable,
  SignInCancelled,
  type SignInFlow,
} from '../identity-providers/provider.ts'
import { findOrMakeAccount, linkIdentity } from '../provider-login/provider-account.ts'
import { hashSecret, isSecretOf, newSecret } from '../random-token.ts'
import { bindingCookieOf, FlowRefused, failureCodes, flowLifeMs, redirectUriOf } from './flow.ts'
import { type Ending, endFlow, findFlowByState, keepPostedAnswer, spendState } from './flow-store.ts'
import type { AuthFlowRow } from './tables.ts'

/** The parameters of a callback. */
export type Answer = Record<string, string>

/**
 * Takes the answer of a browser that is back from a provider, once, and ends the flow by it. How it ended is told to
 * the client that asks for it, not here.
 * @returns  The name of the cookie that has served.
 * @throws FlowRefused when no flow can be told
 */
export async function arrive(
  deps: Deps,
  provider: IdentityProvider,
  given: Answer,
  cookies: Record<string, string | undefined>,
): Promise<string> {
  const brought = provider.unpack?.(given) ?? given
  const { state = '' } = brought
  const flow = await findFlowOf(deps, provider, state)
  const cookie = bindingCookieOf(flow.id)
  if (!isSecretOf(flow.bindingHash, cookies[cookie]))
    throw new FlowRefused(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  const answer = brought.answerKey === undefined ? brought : postedAnswerOf(flow, brought.answerKey)
  const isFirst = await spendState(deps.db, hashSecret(state), deps.clock.now())
  if (!isFirst) throw new FlowRefused(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  await endBy(deps, provider, flow, { ...answer, state })
  return cookie
}

/**
 * Keeps an answer that came where the browser's cookie did not: posted from the provider's own page, or to another of
 * the hub's addresses. The key shows later that it is the same browser: else whoever began the flow could pick up the
 * answer of somebody he lured here.
 * @returns  The address at which the browser has its cookie.
 * @throws FlowRefused when no flow can be told
 */
export async function keepForReturn(deps: Deps, provider: IdentityProvider, given: Answer): Promise<string> {
  const brought = provider.unpack?.(given) ?? given
  const { state = '' } = brought
  const flow = await findFlowOf(deps, provider, state)
  const answerKey = newSecret()
  await keepPostedAnswer(deps.db, flow.id, {
    postedAnswer: JSON.stringify(brought),
    postedAnswerKeyHash: hashSecret(answerKey),
  })
  const back = new URLSearchParams({ state, answerKey })
  return `${flow.origin ?? ''}/passport/${provider.method}/callback?${back}`
}

/** Whether a flow set out from another of the hub's addresses than the one its answer has come to. */
export async function isFromElsewhere(
  deps: Deps,
  provider: IdentityProvider,
  given: Answer,
  origin: string,
): Promise<boolean> {
  if (given.answerKey !== undefined) return false
  const { state = '' } = provider.unpack?.(given) ?? given
  const flow = await findFlowOf(deps, provider, state)
  return flow.origin !== null && flow.origin !== origin
}

async function findFlowOf(
  { db, clock }: Deps,
  provider: IdentityProvider,
  state: string,
): Promise<AuthFlowRow> {
  const flow = await findFlowByState(db, hashSecret(state))
  if (flow?.provider !== provider.method || flow.usedAt !== null) {
    throw new FlowRefused(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  }
  if (flow.expiresAt <= clock.now()) throw new FlowRefused(eventCodes.SIGN_IN_STATE_EXPIRED)
  return flow
}

function postedAnswerOf({ postedAnswer, postedAnswerKeyHash }: AuthFlowRow, answerKey: string): Answer {
  if (postedAnswer === null || !isSecretOf(postedAnswerKeyHash, answerKey)) {
    throw new FlowRefused(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  }
  return JSON.parse(postedAnswer)
}

async function endBy(
  deps: Deps,
  provider: IdentityProvider,
  flow: AuthFlowRow,
  answer: Answer & { state: string },
): Promise<void> {
  const { db, clock, config } = deps
  const journey: SignInFlow = {
    state: answer.state,
    nonce: flow.nonce ?? '',
    codeVerifier: flow.codeVerifier ?? '',
    redirectUri: redirectUriOf(config, provider.method),
  }
  try {
    const proven = await provider.finishSignIn(answer, journey)
    const now = clock.now()
    await transact(db, async (tx) => {
      const end = flow.purpose === 'link' ? linkTo : signIn
      await endFlow(tx, flow.id, { ...(await end(tx, flow, proven, now)), expiresAt: now + flowLifeMs })
    })
  } catch (error) {
    const failure = failureOf(deps, provider.method, error)
    await endFlow(db, flow.id, { ...failure, expiresAt: clock.now() + flowLifeMs })
  }
}

type Outcome = Omit<Ending, 'expiresAt'>

/** The login session is made when the result is told: nobody may hold one that nobody asks for. */
async function signIn(tx: Db, flow: AuthFlowRow, proven: ProvenIdentity, now: number): Promise<Outcome> {
  const account = await findOrMakeAccount(tx, proven, flow.language, now)
  return { status: 'signed-in', playerId: account.id }
}

async function linkTo(tx: Db, flow: AuthFlowRow, proven: ProvenIdentity, now: number): Promise<Outcome> {
  const isLinked = flow.playerId !== null && (await linkIdentity(tx, proven, flow.playerId, now))
  return isLinked ? { status: 'linked' } : { status: 'failed', errorCode: eventCodes.IDENTITY_TAKEN }
}

function failureOf({ log }: Deps, method: SocialMethod, error: unknown): Outcome {
  if (error instanceof SignInCancelled) return { status: 'cancelled' }
  if (error instanceof IdentityNotProven) {
    log.info({ method, reason: error.message }, 'An identity was not proven')
  } else if (error instanceof ProviderUnavailable) {
    log.warn({ method, reason: error.message }, 'A sign-in provider is unavailable')
  } else {
    log.error({ method, err: error }, 'A sign-in failed')
  }
  return { status: 'failed', errorCode: failureCodes[method] }
}
