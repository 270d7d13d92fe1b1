import { AuthStateId, eventCodes } from '@playhub/contract'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import type { IdentityProvider, SignInFlow } from '../identity-providers/provider.ts'
import { hashSecret, isSecretOf, newSecret } from '../random-token.ts'
import { bindingCookieOf, FlowRefused, otherOriginOf, redirectUriOf } from './flow.ts'
import { findFlow, markDeparted } from './flow-store.ts'

export type Departure = {
  /** Where the browser goes: the provider's page. */
  url: URL
  /** The cookie that the browser needs to come back, when it has none yet. */
  cookie: { name: string; binding: string } | null
}

export type Traveller = {
  /** The parameter `state` of the address: JSON of the browser's, never passed on. */
  state: unknown
  /** True when the browser says that a page of ours sent it. */
  isFromOurPage: boolean
  cookies: Record<string, string | undefined>
  /** The address of the hub that the browser used. */
  origin: string
}

/**
 * Sends the browser to a provider. Somebody else's link to here does nothing: a page of ours must have sent the
 * browser, or the browser must be the one that opened the flow; else a stranger could have a player sign in for him.
 * @throws FlowRefused
 */
export async function depart(
  deps: Deps,
  provider: IdentityProvider,
  { state, isFromOurPage, cookies, origin }: Traveller,
): Promise<Departure> {
  const { userAuthDataId, session } = readState(state)
  const flow = await findFlow(deps.db, userAuthDataId)
  const name = bindingCookieOf(userAuthDataId)
  const isBound = flow !== undefined && isSecretOf(flow.bindingHash, cookies[name])
  if (!flow || !(isBound || isFromOurPage)) throw new FlowRefused(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  if (flow.expiresAt <= deps.clock.now()) throw new FlowRefused(eventCodes.SIGN_IN_STATE_EXPIRED)

  const journey = newJourney(deps, provider)
  const binding = newSecret()
  const departed = await markDeparted(deps.db, flow.id, {
    provider: provider.method,
    stateHash: hashSecret(journey.state),
    nonce: journey.nonce,
    codeVerifier: journey.codeVerifier,
    session: session || flow.session,
    bindingHash: isBound ? flow.bindingHash : hashSecret(binding),
    origin: otherOriginOf(deps.config, origin),
  })
  if (!departed) throw new FlowRefused(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  const url = await provider.startSignIn(journey, flow.language)
  return { url, cookie: isBound ? null : { name, binding } }
}

function newJourney({ config }: Deps, { method }: IdentityProvider): SignInFlow {
  return {
    state: newSecret(),
    nonce: newSecret(),
    codeVerifier: newSecret(),
    redirectUri: redirectUriOf(config, method),
  }
}

const stateMaxLength = 1024
const BrowserState = z.object({
  userAuthDataId: AuthStateId,
  session: z
    .string()
    .regex(/^[\x20-\x7e]{0,256}$/)
    .nullish(),
})

/** @throws FlowRefused when it is not what our pages send */
function readState(state: unknown): z.output<typeof BrowserState> {
  const parsed = BrowserState.safeParse(parseJson(state))
  if (!parsed.success) throw new FlowRefused(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  return parsed.data
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > stateMaxLength) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
