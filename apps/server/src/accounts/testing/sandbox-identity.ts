/** The sandbox's identity providers, as a browser and a test's director meet them. */
import { randomBytes } from 'node:crypto'
import type { TestHub } from '../../testing/test-hub.ts'
import type { IdentityProvider, SignInFlow, VerifiedIdentity } from '../identity-providers/provider.ts'

export type ProviderName = 'google' | 'apple' | 'vk' | 'yandex' | 'telegram' | 'facebook'

type TokenWish = {
  provider: ProviderName
  persona: string
  audience?: string
  expired?: boolean
  /** Seconds since 1970. */
  issuedAt?: number
  nonce?: string
  badSignature?: boolean
}
type Minted = { idToken: string; accessToken: string; userData: Record<string, string | number> }

/** What a provider gives to an app of ours, or of somebody else, without a browser. */
export async function mint(hub: TestHub, wish: TokenWish): Promise<Minted> {
  return (await order(hub, '/control/identity/tokens', wish)) as Minted
}

/** Makes a provider err once in a way of its own, such as `wrong-audience`. */
export async function misbehave(hub: TestHub, provider: ProviderName, fault: string): Promise<void> {
  await order(hub, '/control/identity/faults', { provider, fault })
}

/** Makes an address of a provider fail once. @param target  Such as `apple:token`. */
export async function breakDown(
  hub: TestHub,
  target: string,
  kind: '500' | 'reset' | 'timeout',
): Promise<void> {
  await order(hub, '/control/faults', { target, kind, times: 1 })
}

async function order(hub: TestHub, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(hub.sandboxUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The sandbox refuses ${path}: ${await response.text()}`)
  return response.json()
}

/** Approves at once as a person of the sandbox, and tells what comes back to the callback. */
export async function approveAs(persona: string, startUrl: URL): Promise<Record<string, string>> {
  const url = new URL(startUrl)
  url.searchParams.set('persona', persona)
  const response = await fetch(url, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location) return Object.fromEntries(new URL(location).searchParams)
  const inputs = (await response.text()).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescaped(value)]))
}

function unescaped(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

/** What a flow of the hub carries. */
export function newFlow(hub: TestHub, provider: ProviderName): SignInFlow {
  const random = () => randomBytes(32).toString('base64url')
  return {
    state: random(),
    nonce: random(),
    codeVerifier: random(),
    redirectUri: `${hub.url}/passport/${provider}/callback`,
  }
}

/** A whole way through a provider, without the hub's passport around it. */
export async function goThrough(
  hub: TestHub,
  provider: IdentityProvider,
  persona = 'anna',
): Promise<VerifiedIdentity> {
  const flow = newFlow(hub, provider.method)
  const answer = await approveAs(persona, await provider.startSignIn(flow, 'en'))
  return provider.finishSignIn(answer, flow)
}
