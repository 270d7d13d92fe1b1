import { expect } from 'vitest'
import { filePaid, startGameServer } from '../payments/testing/game-server.ts'
import { gameServerClient } from '../server-api/testing/game-server-client.ts'
import { test } from '../testing/hub-test.ts'
import { startTestHub } from '../testing/test-hub.ts'
import { operate } from './testing/beside-hub.ts'

test('an operator makes a key, which is said once, sees its use and revokes it', async ({ hub }) => {
  const made = await operate(hub, 'keys create islandm3')
  const key = made.said.match(/playhub_[\w-]+/)?.[0] ?? ''
  const id = made.said.match(/keys revoke (\S+)/)?.[1] ?? ''
  expect(await gameServerClient(hub, key).outcomeOf('GET /purchases')).toBe('ok')
  const listed = await operate(hub, 'keys list islandm3')
  expect(listed.said).toContain(`${id}  created by an operator, 2030-01-01, last used 2030-01-01`)
  expect(listed.said).not.toContain(key)
  expect((await operate(hub, `keys revoke ${id}`)).code).toBe(0)
  expect(await gameServerClient(hub, key).outcomeOf('GET /purchases')).toBe('PROJECT_KEY_INVALID')
  expect((await operate(hub, 'keys list islandm3')).said).toContain('revoked 2030-01-01')
  expect((await operate(hub, `keys revoke ${id}`)).code).toBe(1)
  expect((await operate(hub, 'keys create nowhere')).code).toBe(1)
  expect((await operate(hub, 'keys list nowhere')).said).toContain('has no keys')
})

test('an operator sees the webhooks that were given up, and has one or all of them told again', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  expect((await operate(hub, 'webhooks dead')).said).toBe('No webhook was given up.')
  game.respondWith(() => ({ status: 410 }))
  const ids: string[] = []
  for (const player of ['anna', 'boris', 'anna']) ids.push(await filePaid(hub, player))
  await hub.runDueJobs()
  const { said } = await operate(hub, 'webhooks dead')
  for (const id of ids) expect(said).toContain(`${id}  islandm3, payment.paid of`)
  game.respondWith(() => ({ status: 200 }))
  expect((await operate(hub, `webhooks resend ${ids[1]}`)).code).toBe(0)
  await hub.runDueJobs()
  expect(game.accepted.map(({ id }) => id)).toEqual([ids[1]])
  expect((await operate(hub, 'webhooks resend-all islandm3')).said).toBe(
    'ReceivedWebhook again: 2 of islandm3.',
  )
  await hub.runDueJobs()
  expect(game.accepted.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
  expect((await operate(hub, 'webhooks resend-all islandm3')).said).toContain('no webhooks')
  expect((await operate(hub, 'webhooks resend unknown')).code).toBe(1)
})
