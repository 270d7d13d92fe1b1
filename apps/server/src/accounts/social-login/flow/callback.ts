import { eventCodes } from '@playhub/contract'
import { hashToken, isMatchingToken, newToken } from '../../../platform/authentication/random-token.ts'
import { type Db, transact } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/api.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { recordAccountChange } from '../../account-changes/record-change.ts'
import { findIdentity } from '../../account-store.ts'
import type { LoginDeps } from '../../login-sessions/login-session.ts'
import { findLiveLoginSession, setConfirmed } from '../../login-sessions/login-session-store.ts'
import { findOrCreateAccount, linkIdentity, needsConsent } from '../native-tokens/provider-account.ts'
import { identityProviderDefinitions } from '../providers/index.ts'
import {
  type CallbackParameters,
  IdentityNotVerified,
  type IdentityProvider,
  LoginCancelled,
  type LoginFlow,
  ProviderUnavailable,
  type SocialMethod,
  type VerifiedIdentity,
} from '../providers/provider.ts'
import { flowTtlMs, getBindingCookieName, getRedirectUri, OAuthFlowError, readBinding } from './flow.ts'
import {
  consumeState,
  endFlow,
  type FlowResult,
  findFlowByState,
  saveRelayedParameters,
} from './flow-store.ts'
import type { AuthFlowRow } from './tables.ts'

export type FinishedFlow = Pick<FlowResult, 'status' | 'errorCode' | 'playerId'> & {
  /** Cookie name; the cookie is no longer needed. */
  bindingCookie: string
}

/**
 * Processes a provider's callback once and finishes the flow. The client reads the result with a separate call.
 * @throws OAuthFlowError when the flow is unknown, expired, used or bound to another browser
 */
export async function handleCallback(
  deps: LoginDeps,
  provider: IdentityProvider,
  received: CallbackParameters,
  cookieHeader: string | undefined,
): Promise<FinishedFlow> {
  const unpacked = provider.unpack?.(received) ?? received
  const { state = '' } = unpacked
  const flow = await getFlow(deps, provider, state)
  const cookie = getBindingCookieName(deps.config, flow.id)
  if (!isMatchingToken(flow.bindingHash, readBinding(cookieHeader, cookie)))
    throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  const parameters =
    unpacked.relayKey === undefined ? unpacked : readRelayedParameters(flow, unpacked.relayKey)
  const isFirst = await consumeState(deps.db, hashToken(state), deps.clock.now())
  if (!isFirst) throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  const outcome = await finishFlow(deps, provider, flow, { ...parameters, state })
  return { playerId: flow.playerId, ...outcome, bindingCookie: cookie }
}

/**
 * Stores callback parameters from a request without the browser's cookie: posted from the provider's page, or to
 * another hub origin. The relay key in the returned URL proves the same browser comes back; otherwise whoever opened
 * the flow could pick up the callback from a person lured into it.
 * @returns  The callback URL at which the browser sends its cookie.
 * @throws OAuthFlowError when the flow is unknown, expired or used
 */
export async function relayCallback(
  deps: LoginDeps,
  provider: IdentityProvider,
  received: CallbackParameters,
): Promise<string> {
  const parameters = provider.unpack?.(received) ?? received
  const { state = '' } = parameters
  const flow = await getFlow(deps, provider, state)
  const relayKey = newToken()
  await saveRelayedParameters(deps.db, flow.id, {
    relayedParameters: JSON.stringify(parameters),
    relayKeyHash: hashToken(relayKey),
  })
  const query = new URLSearchParams({ state, relayKey })
  return `${flow.origin ?? ''}/passport/${provider.method}/callback?${query}`
}

/** True when the flow started at a different hub origin than the callback. */
export async function startedAtOtherOrigin(
  deps: LoginDeps,
  provider: IdentityProvider,
  received: CallbackParameters,
  origin: string,
): Promise<boolean> {
  if (received.relayKey !== undefined) return false
  const { state = '' } = provider.unpack?.(received) ?? received
  const flow = await getFlow(deps, provider, state)
  return flow.origin !== null && flow.origin !== origin
}

async function getFlow(
  { db, clock }: LoginDeps,
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

function readRelayedParameters(
  { relayedParameters, relayKeyHash }: AuthFlowRow,
  relayKey: string,
): CallbackParameters {
  if (relayedParameters === null || !isMatchingToken(relayKeyHash, relayKey)) {
    throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  }
  return JSON.parse(relayedParameters)
}

async function finishFlow(
  deps: LoginDeps,
  provider: IdentityProvider,
  flow: AuthFlowRow,
  parameters: CallbackParameters & { state: string },
): Promise<Outcome> {
  const { db, clock, config } = deps
  const loginFlow: LoginFlow = {
    state: parameters.state,
    nonce: flow.nonce ?? '',
    codeVerifier: flow.codeVerifier ?? '',
    redirectUri: getRedirectUri(config, provider.method),
  }
  try {
    const identity = await provider.finishLogin(parameters, loginFlow)
    const now = clock.now()
    return await transact(db, async (tx) => {
      const outcome = await applyIdentity[flow.purpose](deps, tx, flow, identity)
      await endFlow(tx, flow.id, { ...outcome, expiresAt: now + flowTtlMs })
      return outcome
    })
  } catch (error) {
    const failure = toFailure(deps, provider.method, error)
    await endFlow(db, flow.id, { ...failure, expiresAt: clock.now() + flowTtlMs })
    return failure
  }
}

type Outcome = Omit<FlowResult, 'expiresAt'>

const applyIdentity = { 'sign-in': logIn, link: linkToPlayer, confirm: confirmPlayer }

/** The login session is created when the client reads the result, so no unused one exists. */
async function logIn(
  deps: LoginDeps,
  tx: Db,
  flow: AuthFlowRow,
  identity: VerifiedIdentity,
): Promise<Outcome> {
  if (await needsConsent(deps, tx, identity))
    return { status: 'waiting', heldIdentity: JSON.stringify(identity) }
  const account = await findOrCreateAccount(tx, identity, { ...deps, language: flow.language })
  return { status: 'signed-in', playerId: account.id }
}

async function linkToPlayer(
  deps: LoginDeps,
  tx: Db,
  flow: AuthFlowRow,
  identity: VerifiedIdentity,
): Promise<Outcome> {
  const now = deps.clock.now()
  const actor = await findOpener(tx, flow, now)
  if (!actor) return ended
  const outcome = await linkIdentity(tx, identity, actor.playerId, now)
  if (outcome === 'taken') return { status: 'failed', errorCode: eventCodes.IDENTITY_TAKEN }
  if (outcome !== 'linked-before') {
    const change = { kind: 'identity-linked', identity: outcome } as const
    await recordAccountChange(deps, tx, actor, change, flow.language)
  }
  return { status: 'linked' }
}

/** The identity must be one of the player's. */
async function confirmPlayer(
  { clock }: LoginDeps,
  tx: Db,
  flow: AuthFlowRow,
  { method, subject }: VerifiedIdentity,
): Promise<Outcome> {
  const actor = await findOpener(tx, flow, clock.now())
  if (!actor) return ended
  const identity = await findIdentity(tx, method, subject)
  if (identity?.accountId !== actor.playerId)
    return { status: 'failed', errorCode: identityProviderDefinitions[method].failureCode }
  await setConfirmed(tx, actor.loginSessionId, clock.now())
  return { status: 'confirmed' }
}

const ended: Outcome = { status: 'failed', errorCode: eventCodes.SIGN_IN_STATE_NOT_FOUND }

/** The login session behind the flow, unless it has ended. */
async function findOpener(tx: Db, { loginSessionId }: AuthFlowRow, now: number): Promise<Actor | undefined> {
  const session = loginSessionId === null ? undefined : await findLiveLoginSession(tx, loginSessionId, now)
  return session && { playerId: session.playerId, loginSessionId: session.id }
}

function toFailure({ log }: LoginDeps, method: SocialMethod, error: unknown): Outcome {
  if (error instanceof LoginCancelled) return { status: 'cancelled' }
  if (error instanceof IdentityNotVerified) {
    log.info({ method, reason: error.message }, 'Identity not verified')
  } else if (error instanceof ProviderUnavailable) {
    log.warn({ method, reason: error.message }, 'Identity provider unavailable')
  } else if (error instanceof Refusal) {
    log.info({ method, refusal: error.code }, 'Linking refused')
  } else {
    log.error({ method, err: error }, 'Sign-in failed')
  }
  return { status: 'failed', errorCode: identityProviderDefinitions[method].failureCode }
}
