import type { AuthMethod } from '@playhub/contract/payment-methods'
import { localStore, storageKeys, tabStore } from '../../lib/browser/storage.ts'

export type OAuthMethod = Exclude<AuthMethod, 'mail'>

/** Logging in, linking an identity to the player's account, or proving by a linked one who the player is. */
export type Purpose = 'sign-in' | 'link' | 'confirm'

/** An OAuth flow in progress. The server returns its result only to the holder of the verifier. */
export type OAuthFlow = { id: string; verifier: string; method: OAuthMethod; purpose: Purpose }

/** A unique id: the time and random text (specification §3). `randomUUID` is missing on pages without encryption. */
export function newFlowId(now = Date.now()): string {
  const random = crypto.getRandomValues(new Uint32Array(4))
  return `${now.toString(36)}-${[...random].map((part) => part.toString(36)).join('')}`
}

/** The hub's URL for redirecting to the provider. The server derives its own OAuth state from this one. */
export function authorizeUrl({ id, method }: Pick<OAuthFlow, 'id' | 'method'>, session: string): string {
  const state = JSON.stringify({ userAuthDataId: id, session })
  return `/passport/${method}?${new URLSearchParams({ state })}`
}

const key = 'playhub-auth-flow'

/** Stores the id under the key from specification §3. */
export function saveFlowId(id: string): void {
  localStore.set(storageKeys.authDataId, id)
}

/** Stores a flow for this tab's page after the provider. */
export function saveFlow(flow: OAuthFlow): void {
  tabStore.set(key, JSON.stringify(flow))
}

export function readFlow(): OAuthFlow | null {
  try {
    const flow: Partial<OAuthFlow> | null = JSON.parse(tabStore.get(key) ?? 'null')
    const { id, verifier, method, purpose } = flow ?? {}
    return id && verifier && method && purpose ? { id, verifier, method, purpose } : null
  } catch {
    return null
  }
}

export function clearFlow(): void {
  tabStore.remove(key)
}
