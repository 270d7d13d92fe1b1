import { AuthStateId, eventCodes } from '@playhub/contract'
import * as z from 'zod'
import { hashToken, isMatchingToken, newToken } from '../../../platform/authentication/random-token.ts'
import type { Deps } from '../../deps.ts'
import type { IdentityProvider, LoginFlow } from '../providers/provider.ts'
import { findOtherOrigin, getBindingCookieName, getRedirectUri, OAuthFlowError, readBinding } from './flow.ts'
import { findFlow, saveAuthorization } from './flow-store.ts'

export type Authorization = {
  /** The provider's page. */
  url: URL
  /** The binding cookie to set if the browser has none for this flow. */
  cookie: { name: string; binding: string } | null
}

export type AuthorizeRequest = {
  /** The query parameter `state`: JSON from our page, not passed on to the provider. */
  state: unknown
  /** Read from `Sec-Fetch-Site`. */
  isFromOurPage: boolean
  cookieHeader: string | undefined
  /** The browser's hub origin. */
  origin: string
}

/**
 * Prepares the redirect to a provider. Requires a browser coming from our page or holding the flow's binding cookie;
 * otherwise an attacker's link could make a player complete the attacker's flow.
 * @throws OAuthFlowError
 */
export async function startAuthorization(
  deps: Deps,
  provider: IdentityProvider,
  { state, isFromOurPage, cookieHeader, origin }: AuthorizeRequest,
): Promise<Authorization> {
  const { userAuthDataId, session } = readState(state)
  const flow = await findFlow(deps.db, userAuthDataId)
  const name = getBindingCookieName(deps.config, userAuthDataId)
  const binding = readBinding(cookieHeader, name)
  const isBound = flow !== undefined && isMatchingToken(flow.bindingHash, binding)
  if (!flow || !(isBound || isFromOurPage)) throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  if (flow.expiresAt <= deps.clock.now()) throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_EXPIRED)

  const loginFlow = newLoginFlow(deps, provider)
  const newBinding = newToken()
  const isSaved = await saveAuthorization(deps.db, flow.id, {
    provider: provider.method,
    stateHash: hashToken(loginFlow.state),
    nonce: loginFlow.nonce,
    codeVerifier: loginFlow.codeVerifier,
    session: session || flow.session,
    bindingHash: isBound ? flow.bindingHash : hashToken(newBinding),
    origin: findOtherOrigin(deps.config, origin),
  })
  if (!isSaved) throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  const url = await provider.startLogin(loginFlow, flow.language)
  return { url, cookie: isBound ? null : { name, binding: newBinding } }
}

function newLoginFlow({ config }: Deps, { method }: IdentityProvider): LoginFlow {
  return {
    state: newToken(),
    nonce: newToken(),
    codeVerifier: newToken(),
    redirectUri: getRedirectUri(config, method),
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

/** @throws OAuthFlowError unless it is in our pages' format */
function readState(state: unknown): z.output<typeof BrowserState> {
  const parsed = BrowserState.safeParse(parseJson(state))
  if (!parsed.success) throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
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
