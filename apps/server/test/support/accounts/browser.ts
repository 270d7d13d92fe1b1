/** A test browser for OAuth flows: plain HTTP with cookies, plus the client in it. */
import { randomUUID } from 'node:crypto'
import type { AuthState, LoggedIn } from '@playhub/contract'
import type { Player, TestHub } from '../test-hub.ts'

export type Site = 'same-origin' | 'same-site' | 'cross-site' | 'none'
type Visit = { site?: Site; form?: Record<string, string> }
export type Flow = { id: string; verifier: string }

export type Browser = {
  cookies: Map<string, string>
  /** Opens a flow and stores its binding cookie. */
  open(id?: string): Promise<Flow>
  openLink(player: Player): Promise<Flow>
  openConfirm(player: Player): Promise<Flow>
  /** Requests a hub URL. Returns the redirect target. */
  visit(address: string | URL, visit?: Visit): Promise<URL>
  /** Returns the provider's authorize URL. */
  authorize(flow: Flow, provider: string, visit?: Visit): Promise<URL>
  /** Authorizes and approves at the provider. Returns the callback URL. */
  approve(flow: Flow, provider: string, persona: string): Promise<URL>
  /** Runs the flow to its end. Returns its state. */
  completeFlow(flow: Flow, provider: string, persona?: string): Promise<AuthState>
}

export function authorizePath(flow: Pick<Flow, 'id'>, provider: string, session?: string): string {
  const state = JSON.stringify({ userAuthDataId: flow.id, session })
  return `/passport/${provider}?${new URLSearchParams({ state })}`
}

/** @param home  This browser's hub origin; each origin has its own cookies. */
export function openBrowser(hub: TestHub, home = hub.url): Browser {
  const cookies = new Map<string, string>()
  const jars = new Map([[home, cookies]])
  const getJar = (origin: string) => jars.get(origin) ?? jars.set(origin, new Map()).get(origin) ?? cookies

  function storeCookies({ headers }: { headers: Headers }, jar = cookies): void {
    for (const line of headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }

  type Opening =
    | 'POST /auth/set-user-auth-state'
    | 'POST /me/identities/link'
    | 'POST /me/reauthentication/provider'

  async function openAs(id: string, call: Opening, as?: Player): Promise<Flow> {
    const response = await hub.call(call, { body: { id }, ...(as && { as }) })
    if (!response.ok) throw new Error(`No flow was opened: ${response.body.code}`)
    storeCookies(response)
    return { id, verifier: response.body.data.verifier }
  }

  async function visit(href: string | URL, { site = 'same-origin', form }: Visit = {}): Promise<URL> {
    const url = new URL(href, home)
    const jar = getJar(url.origin)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        'sec-fetch-site': site,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    storeCookies(response, jar)
    if (response.status !== 303) throw new Error(`${href} answered ${response.status}`)
    return new URL(response.headers.get('location') ?? '', url)
  }

  const authorize = (flow: Flow, provider: string, options?: Visit) =>
    visit(authorizePath(flow, provider), options)

  async function approve(flow: Flow, provider: string, persona: string): Promise<URL> {
    return approveAtProvider(await authorize(flow, provider), persona)
  }

  return {
    cookies,
    visit,
    authorize,
    approve,
    open: (id = newFlowId()) => openAs(id, 'POST /auth/set-user-auth-state'),
    openLink: (player) => openAs(newFlowId(), 'POST /me/identities/link', player),
    openConfirm: (player) => openAs(newFlowId(), 'POST /me/reauthentication/provider', player),
    async completeFlow(flow, provider, persona = 'anna') {
      await visit(await approve(flow, provider, persona), { site: 'cross-site' })
      return readFlow(hub, flow)
    },
  }
}

/** The client's id format: the time and a random part. */
function newFlowId(): string {
  return `${Date.now().toString(36)}-${randomUUID()}`
}

/** Approves an authorize URL as a sandbox persona. Returns the callback URL. */
export async function approveAtProvider(href: URL, persona: string): Promise<URL> {
  const url = new URL(href)
  url.searchParams.set('persona', persona)
  const response = await fetch(url, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`)
  return new URL(location)
}

/** Reads the flow's state as its client. */
export async function readFlow(hub: TestHub, { id, verifier }: Flow): Promise<AuthState> {
  const headers = { 'auth-state-verifier': verifier }
  const { data } = await hub.callOk('GET /auth/check-user-auth-state/{id}', { params: { id }, headers })
  return data.authData
}

export async function loginWith(hub: TestHub, provider: string, persona?: string): Promise<LoggedIn> {
  const browser = openBrowser(hub)
  const { result, status } = await browser.completeFlow(await browser.open(), provider, persona)
  if (!result) throw new Error(`Nobody is logged in: ${status}`)
  return result
}

/** The event code in the redirect after a failure outside a flow; undefined otherwise. */
export function eventCodeIn(done: URL): number | undefined {
  const result = done.searchParams.get('result')
  return result === null ? undefined : JSON.parse(result).errorCode
}
