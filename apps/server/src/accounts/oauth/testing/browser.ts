/** A browser on the way through a social sign-in: plain HTTP and a jar of cookies, and the client in it. */
import { randomUUID } from 'node:crypto'
import type { AuthState, SignedIn } from '@playhub/contract'
import type { Player, TestHub } from '../../../testing/test-hub.ts'

export type Site = 'same-origin' | 'same-site' | 'cross-site' | 'none'
type Visit = { site?: Site; form?: Record<string, string> }
export type Flow = { id: string; verifier: string }

export type Browser = {
  cookies: Map<string, string>
  /** Opens a flow, and keeps the cookie that comes with it. */
  open(id?: string): Promise<Flow>
  openLink(player: Player): Promise<Flow>
  /** Goes to an address of the hub, and tells where it sends on to. */
  visit(address: string | URL, visit?: Visit): Promise<URL>
  /** Leaves for a provider, and tells the address there. */
  leave(flow: Flow, provider: string, visit?: Visit): Promise<URL>
  /** Leaves, answers the provider, and tells the address of the callback. */
  answer(flow: Flow, provider: string, persona: string): Promise<URL>
  /** The whole way; tells how the flow stands then. */
  goThrough(flow: Flow, provider: string, persona?: string): Promise<AuthState>
}

export function startAddress(flow: Pick<Flow, 'id'>, provider: string, session?: string): string {
  const state = JSON.stringify({ userAuthDataId: flow.id, session })
  return `/passport/${provider}?${new URLSearchParams({ state })}`
}

/** @param home  The address of the hub that this browser uses; each address has cookies of its own. */
export function openBrowser(hub: TestHub, home = hub.url): Browser {
  const cookies = new Map<string, string>()
  const jars = new Map([[home, cookies]])
  const jarOf = (origin: string) => jars.get(origin) ?? jars.set(origin, new Map()).get(origin) ?? cookies

  function keep({ headers }: { headers: Headers }, jar = cookies): void {
    for (const line of headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }

  async function openAs(id: string, player?: Player): Promise<Flow> {
    const answer = player
      ? await hub.call('POST /me/identities/link', { body: { id }, as: player })
      : await hub.call('POST /auth/set-user-auth-state', { body: { id } })
    if (!answer.ok) throw new Error(`No flow was opened: ${answer.body.code}`)
    keep(answer)
    return { id, verifier: answer.body.data.verifier }
  }

  async function visit(address: string | URL, { site = 'same-origin', form }: Visit = {}): Promise<URL> {
    const url = new URL(address, home)
    const jar = jarOf(url.origin)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        'sec-fetch-site': site,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    keep(response, jar)
    if (response.status !== 303) throw new Error(`${address} answered ${response.status}`)
    return new URL(response.headers.get('location') ?? '', url)
  }

  const leave = (flow: Flow, provider: string, how?: Visit) => visit(startAddress(flow, provider), how)

  async function answer(flow: Flow, provider: string, persona: string): Promise<URL> {
    return answerProvider(await leave(flow, provider), persona)
  }

  return {
    cookies,
    visit,
    leave,
    answer,
    open: (id = newFlowId()) => openAs(id),
    openLink: (player) => openAs(newFlowId(), player),
    async goThrough(flow, provider, persona = 'anna') {
      await visit(await answer(flow, provider, persona), { site: 'cross-site' })
      return stateOf(hub, flow)
    },
  }
}

/** What a client chooses: the time and random text. */
function newFlowId(): string {
  return `${Date.now().toString(36)}-${randomUUID()}`
}

/** Answers a provider as a person of the sandbox. */
export async function answerProvider(address: URL, persona: string): Promise<URL> {
  const url = new URL(address)
  url.searchParams.set('persona', persona)
  const response = await fetch(url, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`)
  return new URL(location)
}

/** Asks as the client that holds the verifier. */
export async function stateOf(hub: TestHub, { id, verifier }: Flow): Promise<AuthState> {
  const headers = { 'auth-state-verifier': verifier }
  const { data } = await hub.callOk('GET /auth/check-user-auth-state/{id}', { params: { id }, headers })
  return data.authData
}

export async function signInBy(hub: TestHub, provider: string, persona?: string): Promise<SignedIn> {
  const browser = openBrowser(hub)
  const { result, status } = await browser.goThrough(await browser.open(), provider, persona)
  if (!result) throw new Error(`Nobody is signed in: ${status}`)
  return result
}

/** The event code of a redirect that no flow can tell of; undefined when the flow has it. */
export function eventCodeIn(done: URL): number | undefined {
  const result = done.searchParams.get('result')
  return result === null ? undefined : JSON.parse(result).errorCode
}
