import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { routes } from '@playhub/contract'
import { operatorRoutes } from '@playhub/contract/operator'
import { expect, onTestFinished } from 'vitest'
import { maxMailBytes } from '../../../src/support/mail-in/poll-mailbox.ts'
import { addTestOperator } from '../../support/operators/operator-client.ts'
import { test as sharedHubTest } from '../../support/shared-hub-test.ts'
import type { TestHub } from '../../support/test-hub.ts'

const SUPPORT_MAIL_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const test = sharedHubTest.extend('hubOptions', () => ({
  env: { HUB_MODE: 'staging', SUPPORT_MAIL_SECRET },
}))

const publicBytes = 64 * 1024
const streamed = { 'transfer-encoding': 'chunked' }
const huge = { 'content-length': String(3 * 1024 * 1024) }
const id = '0190b5d6-1111-7222-8333-123456789012'

type Sent = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends headers and the beginning of an endless body, and waits for the response all the same. */
function send(
  hub: TestHub,
  call: string,
  headers: Record<string, string>,
  body: string | Buffer = '',
  signal?: AbortSignal,
): Promise<Sent> {
  const [method, path = ''] = call.split(' ')
  return new Promise((resolve, reject) => {
    const request = httpRequest(hub.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-operator': '1', ...headers },
      agent: false,
      ...(signal && { signal }),
    })
    request.on('error', reject)
    request.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      request.destroy()
    })
    request.flushHeaders()
    if (body.length > 0) request.write(body)
    if (headers['content-length'] === String(Buffer.byteLength(body))) request.end()
  })
}

/** Every call with an optional body, as the server knows them. */
function listCalls({ app }: TestHub): string[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const {
        indent = '',
        segment,
        methods,
      } = /^(?<indent>[│ ]*)[├└]── (?<segment>\S*)(?: \((?<methods>[^)]+)\))?/.exec(line)?.groups ?? {}
      if (segment === undefined) return []
      const depth = indent.length / 4
      // A wildcard beside a parameter is printed without the folder of both.
      const folder = segment === '*' && /^.*\/(?=:path$)/.exec(parents[depth] ?? '')?.[0]
      parents.splice(depth, Number.POSITIVE_INFINITY, folder ? `${folder}*` : segment)
      const path = parents.join('').replace(/:\w+/g, id).replace('*', 'any')
      return (methods ?? '').split(', ').flatMap((method) => {
        return ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? `${method} ${path}` : []
      })
    })
}

const toPath = (prefix: string, key: string) => key.replace(' ', ` ${prefix}`).replace(/\{\w+\}/g, id)
const publicCalls = new Set([
  ...Object.entries(routes).flatMap(([key, { access }]) =>
    access === 'public' && !key.includes('/developers/') ? toPath('/api', key) : [],
  ),
  ...Object.entries(operatorRoutes).flatMap(([key, { permission }]) =>
    permission === 'public' ? toPath('/api/operator/v1', key) : [],
  ),
])
const mail = 'POST /webhooks/mail'
const isProviderEvent = (call: string) => call.startsWith('POST /webhooks/') && call !== mail
const isForm = (call: string) => call.startsWith('POST /passport/')

test('a call that needs a login refuses a client without one before its body arrives', async ({ hub }) => {
  await addTestOperator(hub, { role: 'owner', project: '*' })
  const calls = listCalls(hub).filter(
    (call) => !publicCalls.has(call) && !isProviderEvent(call) && !isForm(call) && call !== mail,
  )
  expect(calls.length).toBeGreaterThan(100)
  for (const call of calls)
    for (const authorization of ['', 'Bearer invalid'])
      for (const size of [streamed, huge]) {
        const { status } = await send(hub, call, { ...size, ...(authorization && { authorization }) }, '[')
        expect([call, status]).toEqual([call, 401])
      }
})

test('a public call refuses a large body before it arrives, and one without a length at the limit', async ({
  hub,
}) => {
  await addTestOperator(hub, { role: 'owner', project: '*' })
  const calls = listCalls(hub).filter((call) => publicCalls.has(call))
  expect(calls.length).toBeGreaterThan(15)
  for (const call of [...calls, 'POST /', 'POST /nothing', 'POST /api/nothing']) {
    expect([call, (await send(hub, call, huge)).status]).toEqual([call, 413])
    const endless = await send(hub, call, streamed, ' '.repeat(publicBytes + 1))
    expect([call, endless.status]).toEqual([call, 413])
  }
})

const fill = (start: string, part: string, end: string) =>
  start + part.repeat(Math.floor((publicBytes - start.length - end.length) / part.length)) + end
const hostileBodies: Record<string, string | Buffer> = {
  deep: '['.repeat(publicBytes),
  'deep and closed': '['.repeat(publicBytes / 2) + ']'.repeat(publicBytes / 2),
  'deep objects': fill('', '{"a":', ''),
  'an array of numbers': fill('[0', ',0', ']'),
  'an array as a field': fill('{"email":[0', ',0', '],"password":[0,0]}'),
  'many keys': `{${Array.from({ length: 7000 }, (_, n) => `"${n}":0`).join()}}`,
  'a polluted prototype': '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  'invalid UTF-8': Buffer.alloc(publicBytes, 0xff),
  quotes: fill('"', '\\"', '"'),
  'an unfinished string': fill('{"email":"', '\\\\', ''),
}

test('a public call refuses every malicious body with a short list of errors', async ({ hub }) => {
  await addTestOperator(hub, { role: 'owner', project: '*' })
  for (const call of listCalls(hub).filter((each) => publicCalls.has(each)))
    for (const [name, body] of Object.entries(hostileBodies)) {
      const headers = { 'content-length': String(Buffer.byteLength(body)) }
      const { status, text } = await send(hub, call, headers, body)
      // Calls without a body ignore it.
      expect([call, name, status < 500, text.length < 10_000]).toEqual([call, name, true, true])
    }
})

test('a provider event and a form of a provider have limits of their own', async ({ hub }) => {
  const calls = listCalls(hub).filter((call) => isProviderEvent(call) || isForm(call))
  expect(calls.length).toBeGreaterThan(3)
  for (const call of calls) {
    const type = isForm(call) ? 'application/x-www-form-urlencoded' : 'application/json'
    expect([call, (await send(hub, call, { 'content-type': type, ...huge })).status]).toEqual([call, 413])
  }
})

test('mail without a signature is refused before it arrives, and nothing large is held for a made-up one', async ({
  hub,
}) => {
  expect(listCalls(hub)).toContain(mail)
  const type = { 'content-type': 'message/rfc822' }
  for (const size of [streamed, huge])
    expect((await send(hub, mail, { ...type, ...size }, 'From: a')).status).toBe(400)
  const forged = {
    ...{ ...type, 'webhook-id': 'x', 'webhook-signature': 'v1,x' },
    'webhook-timestamp': String(Math.floor(hub.clock.now() / 1000)),
  }
  const larger = { 'content-length': String(maxMailBytes + 1) }
  expect((await send(hub, mail, { ...forged, ...larger }, 'From: a')).status).toBe(413)
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const begin = () => send(hub, mail, { ...forged, ...streamed }, 'From: a', abort.signal)
  const statuses = await Promise.race(
    Array.from({ length: 3 }, async () => {
      const { status, headers } = await begin()
      return [status, Number(headers['retry-after']) > 0]
    }),
  )
  expect(statuses).toEqual([429, true])
})
