import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { routes } from '@playhub/contract'
import { operatorRoutes } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { addReadyOperator } from '../../../test/support/operators/operators.ts'
import { test as sharedHubTest } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'

const console = 'console.hub.test'
const env = { CONSOLE_URL: `https://${console}`, TRUST_PROXY: 'true' }
const test = sharedHubTest.extend('hubOptions', () => ({ env }))

type Headers = Record<string, string>

async function send({ url }: TestHub, call: string, headers: Headers) {
  const [method, path = ''] = call.split(' ')
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = httpRequest(url + path, { method, headers, agent: false })
    request.on('error', reject)
    request.on('response', async (response) =>
      resolve({ status: response.statusCode ?? 0, text: await text(response) }),
    )
    request.end()
  })
}

const spellings = [
  console,
  'CONSOLE.hub.test',
  `${console}.`,
  `${console}:80`,
  `${console}:8080`,
  `${console}.:443`,
]
const forged = (host: string): Headers[] => [
  {},
  { 'x-forwarded-host': host },
  { 'x-forwarded-host': `${host}, ${host}` },
  { forwarded: `host=${host};proto=https` },
  { 'x-forwarded-host': host, forwarded: `host=${host}`, 'x-forwarded-proto': 'https', 'x-host': host },
]
const toPath = (prefix: string, key: string) => key.replace(' ', ` ${prefix}`).replace(/\{\w+\}/g, 'any')

test("the console's host has no call of players, cached or not, however it is named", async ({ hub }) => {
  await addReadyOperator(hub)
  const calls = Object.keys(routes).map((key) => toPath('/api', key))
  for (const call of ['GET /api/control/get-games-data', 'GET /api/control/get-prices'])
    expect((await send(hub, call, {})).status).toBe(200)
  for (const call of [...calls, 'GET /api/openapi.json', 'POST /webhooks/stripe', 'GET /passport/google'])
    expect([call, (await send(hub, call, { host: console })).status]).toEqual([call, 404])
  for (const host of spellings)
    for (const headers of forged(new URL(hub.url).host)) {
      const { status } = await send(hub, 'GET /api/control/get-games-data', { host, ...headers })
      expect([host, headers, status]).toEqual([host, headers, 404])
      const session = await send(hub, 'GET /api/operator/v1/session', { host, ...headers })
      expect([host, headers, session.status]).toEqual([host, headers, 401])
    }
})

test("a player's host has no call of operators, whatever is forged", async ({ hub }) => {
  await addReadyOperator(hub, 'boris@example.org')
  const { host } = new URL(hub.url)
  for (const key of Object.keys(operatorRoutes)) {
    const call = toPath('/api/operator/v1', key)
    const headers = { host, 'x-forwarded-host': console, forwarded: `host=${console}`, 'x-operator': '1' }
    expect([call, (await send(hub, call, headers)).status]).toEqual([call, 404])
  }
  for (const name of [host, `a.${console}`, `${console}.example.org`, `x${console}`, ''])
    for (const headers of forged(console))
      expect((await send(hub, 'GET /api/operator/v1/session', { host: name, ...headers })).status).toBe(404)
})
