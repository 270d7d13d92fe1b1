import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardedGetHeaders, guardedPost } from './guarded-request.ts'

/** An internal server with keep-alive connections, which counts its requests. */
async function startServer() {
  let count = 0
  const server = createServer((_request, response) => {
    count++
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { port, count: () => count }
}

const common = { headers: {}, timeoutMs: 2000 }
const policies = {
  strict: { ...common, allowPrivate: false },
  network: { ...common, allowPrivate: false, networks: ['127.0.0.0/8', '::1/128'] },
  other: { ...common, allowPrivate: false, networks: ['10.0.0.0/8'] },
  open: { ...common, allowPrivate: true },
}

for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '127.0.0.1.'])
  for (const first of ['network', 'open'] as const)
    for (const second of ['strict', 'other'] as const)
      test(`a connection to ${host} of the policy ${first} serves no request of the policy ${second}`, async () => {
        const server = await startServer()
        const url = `http://${host}:${server.port}/`
        for (let n = 0; n < 2; n++) {
          const sent = guardedPost(url, '{}', policies[first])
          expect((await sent).status).toBe(200)
        }
        const refused = async () => guardedGetHeaders(url, policies[second])
        await expect(refused()).rejects.toThrow('private address')
        await expect(async () => guardedPost(url, '{}', policies[second])).rejects.toThrow('private address')
        expect(server.count()).toBe(2)
      })

test('requests of one policy share a connection', async () => {
  let connections = 0
  const server = createServer((_request, response) => void response.end('ok'))
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  for (let n = 0; n < 3; n++) {
    await guardedPost(`http://127.0.0.1:${port}/`, '{}', policies.network)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(connections).toBe(1)
})
