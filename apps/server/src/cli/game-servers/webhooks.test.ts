import { expect } from 'vitest'
import { gameServerClient } from '../../../test/support/game-server-client.ts'
import { filePaid, startGameServer } from '../../../test/support/payments/game-server.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

test('an operator creates a key, which is shown once, sees its use and revokes it', async ({ hub }) => {
  const created = await runOnHub(hub, 'keys create islandm3')
  const key = created.printed.match(/playhub_[\w-]+/)?.[0] ?? ''
  const id = created.printed.match(/keys revoke (\S+)/)?.[1] ?? ''
  expect(await gameServerClient(hub, key).getOutcome('GET /purchases')).toBe('ok')
  const listed = await runOnHub(hub, 'keys list islandm3')
  expect(listed.printed).toMatch(new RegExp(`${id} +created by an operator +server +2030-01-01`))
  expect(listed.printed).not.toContain(key)
  expect((await runOnHub(hub, `keys revoke ${id}`)).code).toBe(0)
  expect(await gameServerClient(hub, key).getOutcome('GET /purchases')).toBe('PROJECT_KEY_INVALID')
  expect((await runOnHub(hub, 'keys list islandm3')).printed).toContain('revokedAt')
  expect((await runOnHub(hub, `keys revoke ${id}`)).code).toBe(1)
  expect((await runOnHub(hub, 'keys create nowhere')).code).toBe(1)
  for (const list of ['keys list', 'secrets list', 'webhooks deliveries'])
    expect((await runOnHub(hub, `${list} nowhere`)).code, list).toBe(0)
})

test('an operator sees which webhooks wait and which fail now', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  game.respondWith(() => ({ status: 503 }))
  const failing = await filePaid(hub, 'anna')
  await hub.runDueJobs()
  hub.clock.advance(2_000)
  const waiting = await filePaid(hub, 'boris')
  const { code, printed } = await runOnHub(hub, 'webhooks waiting')
  expect(code).toBe(0)
  const [, first, second] = printed.split('\n')
  expect(first).toMatch(new RegExp(`^${failing}  islandm3  payment.paid .+The game server answered 503$`))
  expect(second).toMatch(new RegExp(`^${waiting}  islandm3  payment.paid`))
})

test('resending a webhook in a queue restarts the retries of those before it', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  game.respondWith(() => ({ status: 503 }))
  const [head, second] = [await filePaid(hub, 'anna'), await filePaid(hub, 'anna')]
  for (const waitMs of [0, 6_000, 330_000]) {
    await hub.passTime(waitMs)
  }
  const { code, printed } = await runOnHub(hub, `webhooks resend ${second}`)
  expect(code).toBe(0)
  expect(printed).toContain(`Webhook ${second} will be sent again`)
  await hub.runDueJobs()
  expect(await readOnHub(hub, 'webhooks waiting')).toMatchObject([{ id: head, attempts: 1 }, { id: second }])
  game.respondWith(() => ({ status: 200 }))
  await hub.passTime(6_000)
  expect(game.accepted.map(({ id }) => id)).toEqual([head, second])
})

test('resend-all sends waiting webhooks at once, too', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  game.respondWith(() => ({ status: 410 }))
  const dead = await filePaid(hub, 'anna')
  await hub.runDueJobs()
  game.respondWith(() => ({ status: 503, headers: { 'retry-after': '7200' } }))
  const waiting = await filePaid(hub, 'boris')
  await hub.runDueJobs()
  game.respondWith(() => ({ status: 200 }))
  expect((await runOnHub(hub, 'webhooks resend-all islandm3')).printed).toMatch(/waiting: 1\ndead: 1/)
  await hub.runDueJobs()
  expect(game.accepted.map(({ id }) => id).toSorted()).toEqual([dead, waiting].toSorted())
})

test('resend-all has nothing to send for a project that is not in the content, and succeeds', async ({
  hub,
}) => {
  for (const option of ['', ' --dry-run'])
    expect(await runOnHub(hub, `webhooks resend-all nothing${option}`)).toMatchObject({
      ...{ code: 0, printed: expect.stringMatching(/waiting: 0\ndead: 0/) },
    })
})
