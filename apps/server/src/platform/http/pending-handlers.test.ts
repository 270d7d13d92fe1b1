import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { waitForHandlersOnClose } from './pending-handlers.ts'

test('closing waits for a handler whose client has gone', async () => {
  const app = Fastify()
  waitForHandlersOnClose(app)
  const events: string[] = []
  const closing = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  app.addHook('preClose', async () => closing.resolve())
  app.get('/', async () => {
    begun.resolve()
    await closing.promise
    for (let turn = 0; turn < 50; turn++) await setImmediate()
    events.push('handled')
    return 'late'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const client = request({ port, host: '127.0.0.1' }).on('error', () => {})
  const closed = new Promise((resolve) => client.once('close', resolve))
  client.end()
  await begun.promise
  client.destroy()
  await closed
  await app.close()
  events.push('closed')
  expect(events).toEqual(['handled', 'closed'])
})
