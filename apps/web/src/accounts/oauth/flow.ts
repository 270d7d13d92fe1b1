import type { AuthMethod } from '@playhub/contract/payment-methods'
import { localStore, storageKeys, tabStore } from '../../lib/browser/storage.ts'

export type SocialMethod = Exclude<AuthMethod, 'mail'>

/** What a flow is for: signing in, or linking one more way to sign in to the player's account. */
export type Purpose = 'sign-in' | 'link'

/** A social sign-in under way. Whoever holds the verifier, and nobody else, is told how it ends. */
export type SocialFlow = { id: string; verifier: string; method: SocialMethod; purpose: Purpose }

/** An id that no other flow has: the time and random text (specification §3). */
export function newFlowId(now = Date.now()): string {
  return `${now.toString(36)}-${crypto.randomUUID()}`
}

/** Where a flow begins. The server makes its own state of this one. */
export function passportAddress({ id, method }: Pick<SocialFlow, 'id' | 'method'>, session: string): string {
  const state = JSON.stringify({ userAuthDataId: id, session })
  return `/passport/${method}?${new URLSearchParams({ state })}`
}

const key = 'playhub-auth-flow'

/** Notes the id under the specification's key. */
export function noteFlowId(id: string): void {
  localStore.set(storageKeys.authDataId, id)
}

/** Keeps a flow for the page that the provider sends this tab back to. */
export function keepFlow(flow: SocialFlow): void {
  tabStore.set(key, JSON.stringify(flow))
}

export function keptFlow(): SocialFlow | null {
  try {
    const flow = JSON.parse(tabStore.get(key) ?? 'null') as Partial<SocialFlow> | null
    return flow?.id && flow.verifier && flow.method && flow.purpose ? (flow as SocialFlow) : null
  } catch {
    return null
  }
}

/** A flow is asked about by one page only. */
export function forgetFlow(): void {
  tabStore.remove(key)
}
