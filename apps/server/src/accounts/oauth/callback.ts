import { eventCodes } from '@playhub/contract'
import { type Db, transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import type { SocialMethod } from '../identity-providers/config.ts'
import {
  IdentityNotVerified,
  type IdentityProvider,
  ProviderUnavailable,
  SignInCancelled,
  type SignInFlow,
  type VerifiedIdentity,
} from '../identity-providers/provider.ts'
import { findOrCreateAccount, linkIdentity } from '../provider-login/provider-account.ts'
import { hashToken, isTokenOf, newToken } from '../random-token.ts'
import { bindingCookieOf, failureCodes, flowTtlMs, OAuthFlowError, redirectUriOf } from './flow.ts'
import {
  consumeState,
  endFlow,
  type FlowResult,
  findFlowByState,
  saveRelayedParameters,
} from './flow-store.ts'
import type { AuthFlowRow } from './tables.ts'

/** The parameters of a callback. */
export type Answer = Record<string, string>

/**
 * Takes the answer of a browser that is back from a provider, once, and ends the flow by it. How it ended is told to
 * the client that asks for it, not here.
 * @returns  The name of the cookie that has served.
 * @throws OAuthFlowError when no flow can be told
 */
export async function handleCallback(
  deps: Deps,
  provider: IdentityProvider,
  given: Answer,
  cookies: Record<string, string | undefined>,
): Promise<string> {
  const brought = provider.unpack?.(given) ?? given
  const { state = '' } = brought
  const flow = await findFlowOf(deps, provider, state)
  const cookie = bindingCookieOf(flow.id)
  if (!isTokenOf(flow.bindingHash, cookies[cookie]))
    throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  const answer = brought.relayKey === undefined ? brought : relayedParametersOf(flow, brought.relayKey)
  const isFirst = await consumeState(deps.db, hashToken(state), deps.clock.now())
  if (!isFirst) throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  await finishFlow(deps, provider, flow, { ...answer, state })
  return cookie
}

/**
 * Keeps an answer that came where the browser's cookie did not: posted from the provider's own page, or to another of
 * the hub's addresses. The key shows later that it is the same browser: else whoever began the flow could pick up the
 * answer of somebody he lured here.
 * @returns  The address at which the browser has its cookie.
 * @throws OAuthFlowError when no flow can be told
 */
export async function relayCallback(deps: Deps, provider: IdentityProvider, given: Answer): Promise<string> {
  const brought = provider.unpack?.(given) ?? given
  const { state = '' } = brought
  const flow = await findFlowOf(deps, provider, state)
  const relayKey = newToken()
  await saveRelayedParameters(deps.db, flow.id, {
    relayedParameters: JSON.stringify(brought),
    relayKeyHash: hashToken(relayKey),
  })
  const back = new URLSearchParams({ state, relayKey })
  return `${flow.origin ?? ''}/passport/${provider.method}/callback?${back}`
}

/** Whether a flow set out from another of the hub's addresses than the one its answer has come to. */
export async function startedAtOtherOrigin(
  deps: Deps,
  provider: IdentityProvider,
  given: Answer,
  origin: string,
): Promise<boolean> {
  if (given.relayKey !== undefined) return false
  const { state = '' } = provider.unpack?.(given) ?? given
  const flow = await findFlowOf(deps, provider, state)
  return flow.origin !== null && flow.origin !== origin
}

async function findFlowOf(
  { db, clock }: Deps,
  provider: IdentityProvider,
  state: string,
): Promise<AuthFlowRow> {
  const flow = await findFlowByState(db, hashToken(state))
  if (flow?.provider !== provider.method || flow.usedAt !== null) {
    throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  }
  if (flow.expiresAt <= clock.now()) throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_EXPIRED)
  return flow
}

function relayedParametersOf({ relayedParameters, relayKeyHash }: AuthFlowRow, relayKey: string): Answer {
  if (relayedParameters === null || !isTokenOf(relayKeyHash, relayKey)) {
    throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  }
  return JSON.parse(relayedParameters)
}

async function finishFlow(
  deps: Deps,
  provider: IdentityProvider,
  flow: AuthFlowRow,
  answer: Answer & { state: string },
): Promise<void> {
  const { db, clock, config } = deps
  const signInFlow: SignInFlow = {
    state: answer.state,
    nonce: flow.nonce ?? '',
    codeVerifier: flow.codeVerifier ?? '',
    redirectUri: redirectUriOf(config, provider.method),
  }
  try {
    const verified = await provider.finishSignIn(answer, signInFlow)
    const now = clock.now()
    await transact(db, async (tx) => {
      const end = flow.purpose === 'link' ? linkTo : signIn
      await endFlow(tx, flow.id, { ...(await end(tx, flow, verified, now)), expiresAt: now + flowTtlMs })
    })
  } catch (error) {
    const failure = failureOf(deps, provider.method, error)
    await endFlow(db, flow.id, { ...failure, expiresAt: clock.now() + flowTtlMs })
  }
}

type Outcome = Omit<FlowResult, 'expiresAt'>

/** The login session is made when the result is told: nobody may hold one that nobody asks for. */
async function signIn(tx: Db, flow: AuthFlowRow, verified: VerifiedIdentity, now: number): Promise<Outcome> {
  const account = await findOrCreateAccount(tx, verified, flow.language, now)
  return { status: 'signed-in', playerId: account.id }
}

async function linkTo(tx: Db, flow: AuthFlowRow, verified: VerifiedIdentity, now: number): Promise<Outcome> {
  const isLinked = flow.playerId !== null && (await linkIdentity(tx, verified, flow.playerId, now))
  return isLinked ? { status: 'linked' } : { status: 'failed', errorCode: eventCodes.IDENTITY_TAKEN }
}

function failureOf({ log }: Deps, method: SocialMethod, error: unknown): Outcome {
  if (error instanceof SignInCancelled) return { status: 'cancelled' }
  if (error instanceof IdentityNotVerified) {
    log.info({ method, reason: error.message }, 'Identity not verified')
  } else if (error instanceof ProviderUnavailable) {
    log.warn({ method, reason: error.message }, 'Identity provider unavailable')
  } else {
    log.error({ method, err: error }, 'Sign-in failed')
  }
  return { status: 'failed', errorCode: failureCodes[method] }
}
