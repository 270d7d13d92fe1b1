import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestHub } from '../test/support/test-hub.ts'

test('a stop waits for the handler of a client that has gone before it closes the database', async () => {
  const events: string[] = []
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let stop = async () => {}
  const { url, context, app } = await startTestHub({
    onCleanup: (cleanup) => {
      stop = cleanup
    },
    customize: async (app) => {
      app.get('/held', async () => {
        reached.resolve()
        await released.promise
        events.push('handled')
      })
    },
  })
  const { close } = context
  context.close = async () => {
    events.push('database closed')
    await close()
  }
  const { port, hostname } = new URL(url)
  const socket = createConnection({ port: Number(port), host: hostname })
  socket.write('GET /held HTTP/1.1\r\nhost: hub.test\r\n\r\n')
  await reached.promise
  socket.destroy()
  const closed = once(app.server, 'close')
  const stopped = stop()
  await closed
  for (let turn = 0; turn < 50; turn++) await nextTurn()
  released.resolve()
  await stopped
  expect(events).toEqual(['handled', 'database closed'])
})
