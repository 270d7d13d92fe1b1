import { expect } from 'vitest'
import { gameServerClient } from '../../../test/support/game-server-client.ts'
import { filePaid, startGameServer } from '../../../test/support/payments/game-server.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

test('an operator creates a key, which is shown once, sees its use and revokes it', async ({ hub }) => {
  const created = await runOnHub(hub, 'keys create islandm3')
  const key = created.printed.match(/playhub_[\w-]+/)?.[0] ?? ''
  const id = created.printed.match(/keys revoke (\S+)/)?.[1] ?? ''
  expect(await gameServerClient(hub, key).getOutcome('GET /purchases')).toBe('ok')
  const listed = await runOnHub(hub, 'keys list islandm3')
  expect(listed.printed).toContain(`${id}  created by an operator, 2030-01-01 UTC, last used 2030-01-01 UTC`)
  expect(listed.printed).not.toContain(key)
  expect((await runOnHub(hub, `keys revoke ${id}`)).code).toBe(0)
  expect(await gameServerClient(hub, key).getOutcome('GET /purchases')).toBe('PROJECT_KEY_INVALID')
  expect((await runOnHub(hub, 'keys list islandm3')).printed).toContain('revoked 2030-01-01')
  expect((await runOnHub(hub, `keys revoke ${id}`)).code).toBe(1)
  expect((await runOnHub(hub, 'keys create nowhere')).code).toBe(1)
  expect((await runOnHub(hub, 'keys list nowhere')).printed).toContain('has no keys')
})

test('an operator lists dead webhooks and resends one or all of them', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  expect((await runOnHub(hub, 'webhooks dead')).printed).toBe('There are no dead webhooks.')
  expect((await runOnHub(hub, 'webhooks waiting')).printed).toBe('There are no waiting webhooks.')
  game.respondWith(() => ({ status: 410 }))
  const ids: string[] = []
  for (const player of ['anna', 'boris', 'anna']) ids.push(await filePaid(hub, player))
  await hub.runDueJobs()
  const { printed } = await runOnHub(hub, 'webhooks dead')
  for (const id of ids) expect(printed).toContain(`${id}  islandm3, payment.paid of`)
  game.respondWith(() => ({ status: 200 }))
  expect((await runOnHub(hub, `webhooks resend ${ids[1]}`)).code).toBe(0)
  await hub.runDueJobs()
  expect(game.accepted.map(({ id }) => id)).toEqual([ids[1]])
  expect((await runOnHub(hub, 'webhooks resend-all islandm3')).printed).toBe(
    '2 webhooks of islandm3 will be sent again: 2 dead, 0 waiting.',
  )
  await hub.runDueJobs()
  expect(game.accepted.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
  expect((await runOnHub(hub, 'webhooks resend-all islandm3')).printed).toContain(
    'no dead or waiting webhooks',
  )
  expect((await runOnHub(hub, 'webhooks resend unknown')).code).toBe(1)
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
  const [first, second] = printed.split('\n')
  expect(first).toMatch(
    new RegExp(
      `^  ${failing}  islandm3, payment.paid of .+, waits for 2 s, failed 1 time: The game server answered 503; next try in \\d s$`,
    ),
  )
  expect(second).toMatch(
    new RegExp(`^  ${waiting}  islandm3, payment.paid of .+, waits for 0 s, not tried yet$`),
  )
  expect(printed).toContain('webhooks resend <id>')
})

test('resending a webhook in a queue restarts the retries of those before it, and names the first', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  game.respondWith(() => ({ status: 503 }))
  const [head, second] = [await filePaid(hub, 'anna'), await filePaid(hub, 'anna')]
  for (const waitMs of [0, 6_000, 330_000]) {
    hub.clock.advance(waitMs)
    await hub.runDueJobs()
  }
  expect((await runOnHub(hub, 'webhooks waiting')).printed).toContain(`not tried yet, behind ${head}`)
  const { code, printed } = await runOnHub(hub, `webhooks resend ${second}`)
  expect(code).toBe(0)
  expect(printed).toContain(`Webhook ${second} will be sent again after 1 older webhook of the same player`)
  expect(printed).toContain(`The first is ${head}, which has failed: The game server answered 503`)
  await hub.runDueJobs()
  expect((await runOnHub(hub, 'webhooks waiting')).printed).toMatch(
    new RegExp(`${head} .*failed 1 time: .*next try in [56] s`),
  )
  game.respondWith(() => ({ status: 200 }))
  hub.clock.advance(6_000)
  await hub.runDueJobs()
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
  expect((await runOnHub(hub, 'webhooks resend-all islandm3')).printed).toBe(
    '2 webhooks of islandm3 will be sent again: 1 dead, 1 waiting.',
  )
  await hub.runDueJobs()
  expect(game.accepted.map(({ id }) => id).toSorted()).toEqual([dead, waiting].toSorted())
})
