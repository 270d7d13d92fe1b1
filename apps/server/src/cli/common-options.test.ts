/** `--json`, `--by` and `--reason`, which every command takes. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test as unit } from 'vitest'
import { makeFolder } from '../../test/support/builds/make-folder.ts'
import { gameServerClient } from '../../test/support/game-server-client.ts'
import { filePaid, gameServerTest, startGameServer } from '../../test/support/payments/game-server.ts'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { readOnHub, runOnHub } from '../../test/support/run-on-hub.ts'
import { test } from '../../test/support/shared-hub-test.ts'
import { supportClient } from '../../test/support/support-client.ts'
import { commands } from './commands.ts'

const commandNames = Object.keys(commands)

/** They need a file or call what is outside the test; their own tests have them. */
const others = /^(backup|import-sqlite|doctor|content export)/

test('with --json every command prints one JSON value, with and without an argument', async ({ hub }) => {
  for (const name of commandNames.filter((each) => !others.test(each))) {
    for (const command of [name, `${name} nothing`, `${name} islandm3 --by anna --reason Tried`]) {
      const { printed } = await runOnHub(hub, `${command} --json`)
      expect(() => JSON.parse(printed), `${command}: ${printed}`).not.toThrow()
      expect(printed, command).not.toBe('null')
    }
  }
})

unit('with --json a command that cannot start prints its error as JSON', () => {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-cli-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const cli = new URL('../cli.ts', import.meta.url).pathname
  const run = () =>
    execFileSync(process.execPath, [cli, 'sales', '--json'], {
      env: { PATH: process.env.PATH, HUB_MODE: 'sandbox', DATA_DIR: dir },
      stdio: 'pipe',
      encoding: 'utf8',
    })
  expect(run).toThrow(
    expect.objectContaining({
      status: 1,
      stdout: expect.stringMatching(/^\{\n {2}"error": "There is no database/),
    }),
  )
})

/** They change nothing stored, or make the database. */
const isReader = (name: string) =>
  commands[name]?.needs === undefined || /^(webhooks ping|alerts test)$/.test(name)

const codes = { id: 'streamers', kind: 'code', items: 'all', percent: 20 }
const sale = { id: 'weekend', kind: 'sale', items: 'all', percent: 20 }
const withOffers = gameServerTest.extend('game', () =>
  startGameServer({ lines: `offers: ${JSON.stringify([codes, sale])}` }),
)

withOffers('every change by command is in the audit log with who made it, and why', async ({ hub, game }) => {
  const tried = new Set<string>()
  const change = async (command: string) => {
    const names = commandNames.filter((each) => `${command} `.startsWith(`${each} `))
    tried.add(names.reduce((one, other) => (one.length > other.length ? one : other)))
    const { code, printed } = await runOnHub(hub, `${command} --by anna --reason Asked --json`)
    expect(code, `${command}: ${printed}`).toBe(0)
    const value = JSON.parse(printed)
    return value.data?.result ?? value
  }
  const player = await hub.logIn()
  const { userId } = player
  const { db } = hub.context
  const checkout = stripeCheckout(hub)
  const [paid, open] = [(await checkout.buy(player)).orderId, await checkout.order(player)]
  game.respondWith(() => ({ status: 410 }))
  const webhooks = [await filePaid(hub, 'anna'), await filePaid(hub, 'boris')]
  await hub.runDueJobs()
  const ticket = await supportClient(hub).openTicket(player, { message: 'Hello' })

  const save = { project: 'islandm3', key: 'progress', value: '1' }
  await hub.callOk('POST /play/saves/write', { as: player, body: { ...save, ifVersion: 0 } })
  await hub.callOk('POST /play/saves/write', { as: player, body: { ...save, value: '2', ifVersion: 1 } })
  await change(`saves restore ${userId} islandm3 progress 1`)
  await gameServerClient(hub).callOk('POST /scores', {
    body: { playerId: userId, board: 'best', score: 10 },
  })
  await change(`scores hide islandm3 best ${userId}`)
  await change(`scores show islandm3 best ${userId}`)
  await db
    .insertInto('scoreReports')
    .values({ project: 'islandm3', board: 'best', playerId: userId, reporterId: userId, reportedAt: 0 })
    .execute()
  await change(`scores keep-name islandm3 best ${userId}`)

  const folder = makeFolder({ 'index.html': '<title>Tiny</title>' })
  const { number } = await change(`games publish islandm3 ${folder}`)
  await change(`games publish islandm3 ${folder} --no-activate`)
  await change(`games activate islandm3 ${number + 1}`)
  await change('games rollback islandm3')
  await change(`games remove islandm3 ${number + 1}`)
  await change('games accept-storage')
  const { details: key } = await change('keys create islandm3')
  await change(`keys revoke ${key.id}`)
  await change('keys rotate')
  const { details: secret } = await change('secrets create islandm3')
  await change(`secrets revoke ${secret.id}`)
  await change(`webhooks resend ${webhooks[0]}`)
  await change('webhooks resend-all islandm3')
  await change('webhooks pause islandm3')
  await change('webhooks resume islandm3')
  await change(`tickets answer ${ticket} Welcome`)
  await change(`tickets note ${ticket} Called back`)
  await change(`tickets assign ${ticket}`)
  await change(`tickets tag ${ticket} --tags gems`)
  await change(`tickets close ${ticket}`)
  await change(`tickets reopen ${ticket}`)
  const { id: reply } = await change('replies add Hello en Welcome back')
  await change(`replies change ${reply} 0 Hello en Welcome again`)
  await change(`replies delete ${reply}`)
  await change(`orders reconcile ${paid}`)
  await change(`orders grant ${open}`)
  await change(`orders revoke ${paid}`)
  const { id: refund } = await change(`refund ${paid} 0.40`)
  await db.updateTable('refunds').set({ state: 'failed' }).where('id', '=', refund).execute()
  const { id: retried } = await change(`refund retry ${refund}`)
  const hold = { heldItem: 'unchanged', heldUntil: hub.clock.now() + 1 } as const
  await db.updateTable('refunds').set(hold).where('id', '=', retried).execute()
  await change(`refund undo ${retried}`)
  const { details: webhook } = await change('alerts add https://example.org/alerts')
  await change(`alerts change ${webhook.id} --kinds ticket-old`)
  await change(`alerts remove ${webhook.id}`)
  const { id: job } = await db.selectFrom('jobs').select('id').executeTakeFirstOrThrow()
  await db.updateTable('jobs').set({ state: 'dead' }).where('id', '=', job).execute()
  await change(`jobs retry ${job}`)
  await db.updateTable('jobs').set({ state: 'dead' }).where('id', '=', job).execute()
  await change(`jobs dismiss ${job}`)
  await change(`players ban ${userId}`)
  await change(`players unban ${userId}`)
  await change(`players end-sessions ${userId}`)
  await db
    .insertInto('secondFactors')
    .values({ accountId: userId, secret: 'ABC', createdAt: 0, confirmedAt: 1 })
    .execute()
  await change(`players remove-second-factor ${userId}`)
  await change(`players export ${userId}`)
  await change(`players note ${userId} Wrote twice`)
  await change(`players delete ${userId}`)
  await change(`players undo-delete ${userId}`)
  await change('codes create islandm3 streamers --count 2')
  const [batch] = await readOnHub(hub, 'codes list islandm3')
  await change(`codes revoke ${batch.id}`)
  const operator = 'boris@example.org'
  await change(`operators add ${operator} --role support`)
  await change(`operators roles ${operator} --role viewer`)
  await change(`operators link ${operator}`)
  await db.updateTable('operators').set({ state: 'active', passwordHash: 'ABC' }).execute()
  await change(`operators reset-two-factor ${operator}`)
  await change(`operators suspend ${operator}`)
  await change(`operators activate ${operator}`)

  await change(`content import ${hub.context.config.contentDir}`)
  await change('offers end islandm3 weekend')
  await change('content restore 1')
  await change('content use-folder')

  expect(commandNames.filter((name) => !isReader(name) && !tried.has(name))).toEqual([])

  const log = await readOnHub(hub, 'audit --operator anna')
  expect(log.map(({ reason }: { reason: string }) => reason)).toEqual(log.map(() => 'Asked'))
  const actions = log.map(({ action }: { action: string }) => action)
  expect(actions.toSorted()).toEqual(
    [
      ...['build.publish', 'build.activate', 'build.publish', 'build.activate'],
      ...['build.rollback', 'build.remove', 'build.accept-storage'],
      ...['save.restore', 'score.hide', 'score.show', 'score.keep-name'],
      ...['key.create', 'key.revoke', 'signing-key.rotate', 'signing-key.rotate'],
      ...['webhook-secret.create', 'webhook-secret.revoke'],
      ...['webhook.resend', 'webhook.resend-all', 'webhook.pause', 'webhook.resume'],
      ...['ticket.answer', 'ticket.note', 'ticket.assign', 'ticket.tag', 'ticket.close', 'ticket.reopen'],
      ...['reply.add', 'reply.change', 'reply.delete'],
      ...['order.reconcile', 'order.grant', 'order.revoke', 'order.refund', 'order.refund'],
      ...['job.retry', 'job.dismiss'],
      ...['order.refund-undo', 'alert-webhook.add', 'alert-webhook.change', 'alert-webhook.remove'],
      ...['player.ban', 'player.unban', 'player.end-sessions', 'player.remove-second-factor'],
      ...['player.export', 'player.note', 'player.delete', 'player.undo-delete'],
      ...['operator.add', 'operator.change-roles', 'operator.link', 'operator.reset-two-factor'],
      ...['operator.suspend', 'operator.activate'],
      ...['codes.create', 'codes.revoke', 'offer.end'],
      ...['content.import', 'content.restore', 'content.use-folder'],
    ].toSorted(),
  )
})

gameServerTest('the audit log has no page before an entry that does not exist', async ({ hub }) => {
  await runOnHub(hub, 'keys create islandm3')
  await runOnHub(hub, 'keys rotate')
  const [newest, ...older] = await readOnHub(hub, 'audit')
  expect(await readOnHub(hub, `audit --before ${newest.id}`)).toEqual(older)
  const { code, printed } = await runOnHub(hub, 'audit --before nosuch')
  expect([code, printed]).toEqual([1, expect.stringContaining('There is no entry nosuch in the audit log.')])
})

gameServerTest(
  'a change without --by is recorded as the account of the operating system',
  async ({ hub }) => {
    await runOnHub(hub, 'keys create islandm3 --json')
    const [row] = await readOnHub(hub, 'audit')
    expect(row).toMatchObject({ action: 'key.create', operator: 'root', reason: null })
  },
)
