/** An attacker who reads the owner's mail uses the undo links in it. */
import { expect } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts'
import { openBrowser } from '../../support/accounts/browser.ts'
import { enterCode, logIn, startLogin, turnOn } from '../../support/accounts/two-factor.ts'
import { test } from '../../support/hub-test.ts'
import { emailsTo, toOutcome } from '../../support/registration.ts'
import type { Player, TestHub } from '../../support/test-hub.ts'

async function undo(hub: TestHub, email: string) {
  hub.clock.advance(MINUTE_MS)
  const sent = (await emailsTo(hub, email)).find(({ text }) => text.includes('/auth/undo#'))
  const token = sent?.text.match(/\/auth\/undo#([\w-]+)/)?.[1] ?? ''
  return { token, ...(await hub.call('POST /auth/undo-account-change', { body: { token } })) }
}

const undoAt = async (hub: TestHub, as: Player) =>
  (await hub.callOk('GET /me/account-changes', { as })).data.result.undoAt

test('the mailbox alone does not remove the two-factor method before three days, which are announced', async ({
  hub,
  player,
}) => {
  await turnOn(hub, player)
  const { body } = await undo(hub, player.email)
  const effectiveAt = hub.clock.now() + 3 * DAY_MS
  expect(body).toMatchObject({ effectiveAt })
  expect(await undoAt(hub, player)).toBe(effectiveAt)
  const [announced] = await emailsTo(hub, player.email)
  expect(announced).toMatchObject({ subject: 'Changes to your Playhub account will be undone' })
  expect(announced?.text).not.toContain('/auth/undo#')
  await hub.passTime(3 * DAY_MS - HOUR_MS)
  expect(toOutcome(await logIn(hub, player))).toBe('SECOND_FACTOR_REQUIRED')
  await hub.passTime(HOUR_MS)
  expect(toOutcome(await logIn(hub, player))).toBe('ok')
})

test('a login with a code stops the undo and ends the link', async ({ hub, player }) => {
  const { appCode } = await turnOn(hub, player)
  const { token } = await undo(hub, player.email)
  expect(await enterCode(hub, await startLogin(hub, player), appCode())).toBe('ok')
  expect(await undoAt(hub, player)).toBeNull()
  await hub.passTime(4 * DAY_MS)
  expect(toOutcome(await logIn(hub, player))).toBe('SECOND_FACTOR_REQUIRED')
  expect(toOutcome(await hub.call('POST /auth/undo-account-change', { body: { token } }))).toBe(
    'UNDO_LINK_INVALID',
  )
})

test('the owner stops the undo in the hub, with a fresh reauthentication', async ({ hub, player }) => {
  await turnOn(hub, player)
  await undo(hub, player.email)
  const stop = async () => toOutcome(await hub.call('POST /me/pending-undo/stop', { as: player }))
  hub.clock.advance(10 * MINUTE_MS)
  expect(await stop()).toBe('REAUTHENTICATION_REQUIRED')
  const another = await hub.logIn('another@example.org')
  await hub.callOk('POST /me/pending-undo/stop', { as: another })
  expect(await undoAt(hub, player)).not.toBeNull()
})

test('a link of day six still takes effect, and using it again keeps the date', async ({ hub, player }) => {
  await turnOn(hub, player)
  await hub.runDueJobs()
  hub.clock.advance(6 * DAY_MS)
  const first = await undo(hub, player.email)
  hub.clock.advance(HOUR_MS)
  const again = await hub.call('POST /auth/undo-account-change', { body: { token: first.token } })
  expect(again.body).toEqual(first.body)
  for (let hour = 0; hour < 72; hour += 6) await hub.passTime(6 * HOUR_MS)
  expect(toOutcome(await logIn(hub, player))).toBe('ok')
})

test('no undo goes around the two-factor method by a provider that was unlinked', async ({ hub, player }) => {
  const browser = openBrowser(hub)
  await browser.completeFlow(await browser.openLink(player), 'google', 'anna')
  await turnOn(hub, player)
  await hub.runDueJobs()
  hub.clock.advance(MINUTE_MS)
  await hub.callOk('POST /me/identities/unlink', { as: player, body: { provider: 'google' } })
  expect((await undo(hub, player.email)).body).toMatchObject({ effectiveAt: expect.any(Number) })
})

test('an address that was removed does not undo its removal alone', async ({ hub, player }) => {
  const browser = openBrowser(hub)
  await browser.completeFlow(await browser.openLink(player), 'google', 'anna')
  await hub.runDueJobs()
  hub.clock.advance(MINUTE_MS)
  await hub.callOk('POST /me/identities/unlink', { as: player, body: { provider: 'mail' } })
  expect((await undo(hub, player.email)).body).toMatchObject({ effectiveAt: expect.any(Number) })
  await hub.callOk('POST /me/pending-undo/stop', { as: player })
  await hub.passTime(4 * DAY_MS)
  const recovery = await hub.call('POST /auth/recovery-password', { body: { email: player.email } })
  expect(toOutcome(recovery)).toBe('USER_NOT_EXIST_RECOVERY_PASSWORD')
})

test('an account without an email has its changes at the receipt email without a link, and in the hub', async ({
  hub,
  player,
}) => {
  const { db } = hub.context
  await db.deleteFrom('credentials').where('accountId', '=', player.userId).execute()
  await db
    .updateTable('identities')
    .set({ provider: 'vk', subject: '7', label: 'Anna' })
    .where('accountId', '=', player.userId)
    .execute()
  await db
    .updateTable('accounts')
    .set({ email: null, receiptEmail: 'receipts@example.org' })
    .where('id', '=', player.userId)
    .execute()
  await hub.callOk('POST /me/deletion', { as: player })
  const [email] = await emailsTo(hub, 'receipts@example.org')
  expect(email).toMatchObject({ subject: 'Your Playhub account will be deleted' })
  expect(email?.text).not.toContain('/auth/undo#')
  const { changes } = (await hub.callOk('GET /me/account-changes', { as: player })).data.result
  expect(changes).toEqual([{ kind: 'deletion-requested', changedAt: hub.clock.now() }])
})
