import { randomUUID } from 'node:crypto'
import type { Problem } from '@playhub/contract'
import type {
  Grant,
  OperatorRouteKey,
  OperatorRouteRequest,
  OperatorRouteResponse,
} from '@playhub/contract/operator'
import { TOTP } from 'otpauth'
import { addOperator, confirmApp, enterPassword, startApp } from '../../../src/operators/index.ts'
import type { TestHub } from '../test-hub.ts'

type CallResponse<K extends OperatorRouteKey> =
  | { ok: true; status: number; body: OperatorRouteResponse<K>; headers: Headers }
  | { ok: false; status: number; body: Problem; headers: Headers }

type Request<K extends OperatorRouteKey> = Partial<OperatorRouteRequest<K>> & {
  idempotencyKey?: string
  headers?: Record<string, string>
}

type AnyRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  headers?: Record<string, string>
}

export type OperatorClient = {
  id: string
  email: string
  password: string
  /** Base32 secret of the authenticator app. */
  secret: string
  cookie: string
  call<K extends OperatorRouteKey>(key: K, request?: Request<K>): Promise<CallResponse<K>>
  /** Same as `call`. @throws Error  when the hub refuses */
  callOk<K extends OperatorRouteKey>(key: K, request?: Request<K>): Promise<OperatorRouteResponse<K>>
  /** Proves the operator's presence again. @returns a client with the new session token */
  prove(): Promise<ReturnType<typeof operatorClient>>
  /** A response's text, whatever was sent. */
  send(
    key: OperatorRouteKey,
    request: AnyRequest,
  ): Promise<{ status: number; text: string; headers: Headers }>
  /** A response's text, such as CSV. */
  read(path: string): Promise<{ status: number; text: string; headers: Headers }>
}

const base = '/api/operator/v1'

const appCode = (secret: string, timestamp: number) => new TOTP({ secret }).generate({ timestamp })

/** Calls the operator API as the console does, with a session cookie. */
export function operatorClient(
  hub: Pick<TestHub, 'url'>,
  cookie: string,
): Pick<OperatorClient, 'call' | 'callOk' | 'read' | 'send'> {
  async function fetchCall(key: OperatorRouteKey, given: AnyRequest): Promise<Response> {
    const { params, query, body, idempotencyKey, headers: extra } = given
    const [method, path = ''] = key.split(' ')
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params?.[name] ?? '')))
    const url = new URL(`${base}${filled}`, hub.url)
    for (const [name, value] of Object.entries(query ?? {}))
      for (const each of [value].flat()) url.searchParams.append(name, String(each))
    return fetch(url, {
      method,
      headers: {
        cookie,
        'x-operator': '1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...extra,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  async function call<K extends OperatorRouteKey>(key: K, given: Request<K> = {}): Promise<CallResponse<K>> {
    const response = await fetchCall(key, given as AnyRequest)
    const { ok, status, headers } = response
    return { ok, status, headers, body: await response.json() } as CallResponse<K>
  }

  async function callOk<K extends OperatorRouteKey>(key: K, given: Request<K> = {}) {
    const response = await call(key, given)
    if (!response.ok)
      throw new Error(`${key} was refused: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }

  async function send(key: OperatorRouteKey, request: AnyRequest) {
    const response = await fetchCall(key, request)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  async function read(path: string) {
    const response = await fetch(new URL(`${base}${path}`, hub.url), { headers: { cookie } })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  return { call, callOk, send, read }
}

/** Adds an operator, sets it up with an authenticator app and logs it in over HTTP. */
export async function addTestOperator(
  hub: Pick<TestHub, 'url' | 'clock' | 'context'>,
  ...grants: Grant[]
): Promise<OperatorClient> {
  const { deps } = hub.context.operators
  const email = `${randomUUID()}@staff.example.org`
  const password = 'a quiet harbour 47'
  const operation = { operator: 'test', reason: 'A test' }
  const given = { email, name: 'Olga', language: 'en' as const, grants }
  const { id, url } = await addOperator(deps, given, operation)
  const token = url.slice(url.lastIndexOf('/') + 1)
  await enterPassword(deps, token, password)
  const { secret } = await startApp(deps, token)
  await confirmApp(deps, token, appCode(secret, hub.clock.now()))
  hub.clock.advance(30_000)
  const anonymous = operatorClient(hub, '')
  const { data } = await anonymous.callOk('POST /session/password', { body: { email, password } })
  const { ticket } = data.result
  const loggedIn = await anonymous.call('POST /session/code', {
    body: { ticket, code: appCode(secret, hub.clock.now()) },
  })
  const cookie = readCookie(loggedIn.headers)
  const client = operatorClient(hub, cookie)
  async function prove() {
    hub.clock.advance(30_000)
    const body = { code: appCode(secret, hub.clock.now()) }
    return operatorClient(hub, readCookie((await client.call('POST /session/proof/code', { body })).headers))
  }
  return { id, email, password, secret, cookie, prove, ...client }
}

const readCookie = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
