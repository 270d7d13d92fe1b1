/** Operators over HTTP, for journeys beyond the login. */
import { demoOwner } from '@playhub/server/demo'
import { TOTP } from 'otpauth'
import type { BrowserContext } from 'playwright-core'
import { changeDatabase } from '../environment/database-orders.ts'
import type { Language } from '../environment/translator.ts'

const periodMs = 30_000
const password = 'Quiet-harbour-2026'

export type OperatorSession = {
  cookie: string
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>
}

type Hub = { hubUrl: string }
type Result<T> = { data: { result: T } }

const lastPeriods = new Map<string, number>()

/** A code for the sandbox's owner. Each period's code works once; a hub accepts the next period's, too. */
export function nextOwnerCode({ hubUrl }: Hub): string {
  const period = Math.max(Math.floor(Date.now() / periodMs), (lastPeriods.get(hubUrl) ?? 0) + 1)
  lastPeriods.set(hubUrl, period)
  return new TOTP({ secret: demoOwner.secret }).generate({ timestamp: period * periodMs })
}

/** Lets used codes work again: a hub accepts those of three periods only. */
export async function forgetOwnerCodes({ hubUrl, database }: Hub & { database: string }): Promise<void> {
  await changeDatabase(database, 'delete from used_proofs')
  lastPeriods.delete(hubUrl)
}

/** Logs the sandbox's owner in. */
export function openOwnerSession(hub: Hub): Promise<OperatorSession> {
  return logIn(hub, demoOwner, nextOwnerCode(hub))
}

/** Invites an operator, who sets up access with an app and logs in. */
export async function openSession(
  hub: Hub,
  owner: OperatorSession,
  operator: { email: string; name: string; role: string; project: string; language: Language },
): Promise<OperatorSession> {
  const { language, ...invited } = operator
  const { link } = await expectOk<{ link: string }>(
    owner.call('POST', '/operators', { ...invited, reason: 'Joins the team' }),
  )
  const anonymous = createClient(hub, '')
  const path = `/set-up/${link.split('/').at(-1)}`
  const { secret } = await expectOk<{ secret: string }>(
    anonymous.call('POST', `${path}/password`, { password }),
  )
  const app = new TOTP({ secret })
  await expectOk(anonymous.call('POST', `${path}/code`, { code: app.generate() }))
  // The hub accepts the code of the next period too.
  const code = app.generate({ timestamp: Date.now() + periodMs })
  const session = await logIn(hub, { email: invited.email, password }, code)
  await expectOk(session.call('PUT', '/session/language', { language }))
  return session
}

/** Logs a browser in. */
export function useSession(context: BrowserContext, { hubUrl }: Hub, { cookie }: OperatorSession) {
  const [name = '', value = ''] = cookie.split('=')
  const { hostname } = new URL(hubUrl)
  const terms = { domain: hostname, path: '/api/operator', httpOnly: true, sameSite: 'Strict' as const }
  return context.addCookies([{ name, value, ...terms }])
}

async function logIn(
  hub: Hub,
  { email, password: given }: { email: string; password: string },
  code: string,
): Promise<OperatorSession> {
  const { ticket } = await expectOk<{ ticket: string }>(
    createClient(hub, '').call('POST', '/session/password', { email, password: given }),
  )
  const response = await send(hub, '', 'POST', '/session/code', { ticket, code })
  if (!response.ok) throw new Error(`${email} is not logged in: ${await response.text()}`)
  return createClient(hub, response.headers.get('set-cookie')?.split(';')[0] ?? '')
}

function createClient(hub: Hub, cookie: string): OperatorSession {
  return {
    cookie,
    async call(method, path, body) {
      const response = await send(hub, cookie, method, path, body)
      return { status: response.status, body: await response.json() }
    },
  }
}

function send({ hubUrl }: Hub, cookie: string, method: string, path: string, body?: unknown) {
  return fetch(`${hubUrl}/api/operator/v1${path}`, {
    method,
    headers: {
      ...{ cookie, 'x-operator': '1', 'idempotency-key': crypto.randomUUID() },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function expectOk<T>(sent: Promise<{ status: number; body: unknown }>): Promise<T> {
  const { status, body } = await sent
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return (body as Result<T>).data.result
}
