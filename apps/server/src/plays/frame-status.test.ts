import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from 'vitest'
import { toOutcome } from '../../test/support/registration.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'

/** The island's own server, with its response status and callers. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('site', async ({}, { onCleanup }) => {
    const site = { status: 200, port: 0, userAgents: [] as (string | undefined)[] }
    const server = createServer((request, response) => {
      site.userAgents.push(request.headers['user-agent'])
      response.writeHead(site.status, { 'content-type': 'text/html' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onCleanup(() => void server.close())
    site.port = (server.address() as AddressInfo).port
    return site
  })
  .extend('hub', ({ site }) =>
    startTestHub({
      content: {
        islandm3: (yaml) => yaml.replace(/frameUrl: .*/, `frameUrl: http://127.0.0.1:${site.port}/`),
        skyport: (yaml) => yaml.replace(/frameUrl: .*/, 'frameUrl: http://127.0.0.1:1/'),
      },
    }),
  )

async function read(hub: TestHub, project = 'islandm3', headers = {}) {
  const query = { project }
  return (await hub.callOk('GET /play/frame-status', { query, headers })).data.result.status
}

test("the hub tells the status of a game's page, and asks once a second", async ({ hub, site }) => {
  expect(await read(hub, 'islandm3', { 'user-agent': 'A browser' })).toBe(200)
  site.status = 503
  expect(await Promise.all([read(hub), read(hub)])).toEqual([200, 200])
  hub.clock.advance(1_000)
  expect(await Promise.all([read(hub), read(hub)])).toEqual([503, 503])
  expect(site.userAgents).toHaveLength(2)
  expect(site.userAgents[0]).toBe('A browser')
})

test('of a server that does not respond to the hub nothing is told', async ({ hub }) => {
  expect(await read(hub, 'skyport')).toBeNull()
})

test('nobody makes the hub ask another address', async ({ hub, site }) => {
  const ask = async (query: object) =>
    toOutcome(await hub.call('GET /play/frame-status', { query: query as { project: string } }))
  expect(await ask({ project: 'nothing-here' })).toBe('PROJECT_NOT_FOUND')
  expect(await ask({ project: `http://127.0.0.1:${site.port}/` })).toBe('PROJECT_NOT_FOUND')
  expect(await ask({ url: `http://127.0.0.1:${site.port}/` })).toBe('BODY_INVALID')
  expect(site.userAgents).toEqual([])
})
