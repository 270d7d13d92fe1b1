/** Drives the sandbox's identity providers, as a browser and through the control API. */
import { randomBytes } from 'node:crypto'
import type {
  IdentityProvider,
  LoginFlow,
  SocialMethod,
  VerifiedIdentity,
} from '../../../src/accounts/social-login/providers/provider.ts'
import type { TestHub } from '../test-hub.ts'

export type ProviderName = SocialMethod

type TokenRequest = {
  provider: ProviderName
  persona: string
  audience?: string
  expired?: boolean
  /** Seconds since 1970. */
  issuedAt?: number
  nonce?: string
  badSignature?: boolean
}
type IssuedTokens = { idToken: string; accessToken: string; userData: Record<string, string | number> }

/** Issues tokens as a provider would to our native app or to somebody else's. */
export async function issueTokens(hub: TestHub, wish: TokenRequest): Promise<IssuedTokens> {
  return (await order(hub, '/control/identity/tokens', wish)) as IssuedTokens
}

/** Makes a provider's next response wrong. @param fault  Such as `wrong-audience`. */
export async function injectIdentityFault(
  hub: TestHub,
  provider: ProviderName,
  fault: string,
): Promise<void> {
  await order(hub, '/control/identity/faults', { provider, fault })
}

/** Makes the next request to an endpoint fail. @param target  Such as `apple:token`. */
export async function injectEndpointFault(
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

/** Approves an authorize URL as a sandbox persona. Returns the callback parameters. */
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

export function newFlow(hub: TestHub, provider: ProviderName): LoginFlow {
  const random = () => randomBytes(32).toString('base64url')
  return {
    state: random(),
    nonce: random(),
    codeVerifier: random(),
    redirectUri: `${hub.url}/passport/${provider}/callback`,
  }
}

/** A complete login at a provider, without the hub's routes. */
export async function loginAt(
  hub: TestHub,
  provider: IdentityProvider,
  persona = 'anna',
): Promise<VerifiedIdentity> {
  const flow = newFlow(hub, provider.method)
  const response = await approveAs(persona, await provider.startLogin(flow, 'en'))
  return provider.finishLogin(response, flow)
}
