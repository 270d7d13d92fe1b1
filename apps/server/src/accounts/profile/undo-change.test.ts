import { expect } from 'vitest'
import { createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { openBrowser } from '../../../test/support/accounts/browser.ts'
import { test } from '../../../test/support/hub-test.ts'
import { emailsTo, requestResetTicket, toOutcome } from '../../../test/support/registration.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'

async function link(hub: TestHub, player: Player, provider: string) {
  const browser = openBrowser(hub)
  const { status } = await browser.completeFlow(await browser.openLink(player), provider, 'anna')
  expect(status).toBe('linked')
}

const unlink = (hub: TestHub, as: Player, provider: 'mail' | 'google') =>
  hub.callOk('POST /me/identities/unlink', { as, body: { provider } })

async function addPasskey(hub: TestHub, as: Player) {
  const authenticator = createAuthenticator(hub)
  const options = (await hub.callOk('POST /me/passkeys/options', { as })).data.result
  const body = { name: 'Pocket phone', response: authenticator.create(options) }
  const { id } = (await hub.callOk('POST /me/passkeys', { as, body })).data.result
  return { id, authenticator }
}

/** Changes within a minute share an email. */
async function nextMinute(hub: TestHub) {
  await hub.runDueJobs()
  hub.clock.advance(MINUTE_MS)
}

/** The token in the newest email to this recipient. */
async function undoToken(hub: TestHub, email: string): Promise<string> {
  const newest = (await emailsTo(hub, email)).find(({ text }) => text.includes('/auth/undo#'))
  return newest?.text.match(/\/auth\/undo#([\w-]+)/)?.[1] ?? ''
}

const undo = async (hub: TestHub, token: string) =>
  toOutcome(await hub.call('POST /auth/undo-account-change', { body: { token } }))

async function listProviders(hub: TestHub, player: Player): Promise<string[]> {
  const rows = await hub.context.db
    .selectFrom('identities')
    .select('provider')
    .where('accountId', '=', player.userId)
    .execute()
  return rows.map(({ provider }) => provider).toSorted()
}

const isLoggedIn = async (hub: TestHub, { jwt }: Player) =>
  (await hub.callOk('GET /auth/check/{jwt}', { params: { jwt } })).data.result

test('every change is emailed to the owner with its name, its time and a link that undoes it', async ({
  hub,
  player,
}) => {
  await link(hub, player, 'google')
  await nextMinute(hub)
  const { id } = await addPasskey(hub, player)
  await nextMinute(hub)
  await hub.callOk('POST /me/passkeys/{id}/remove', { as: player, params: { id } })
  await nextMinute(hub)
  await unlink(hub, player, 'google')
  await nextMinute(hub)
  await hub.callOk('POST /me/deletion', { as: player })
  const emails = await emailsTo(hub, player.email)
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    'A passkey was added — Playhub',
    'A passkey was removed — Playhub',
    'A way to log in was added — Playhub',
    'A way to log in was removed — Playhub',
    'Your Playhub account will be deleted',
  ])
  for (const { text, html } of emails) {
    expect(text).toMatch(/\/auth\/undo#[\w-]{43}\n/)
    expect(html).toMatch(/<a href="[^"]+\/auth\/undo#[\w-]{43}"/)
  }
  const messages = emails.map(({ text }) => text).join()
  for (const part of ['Pocket phone', 'Google', '1 January 2030']) expect(messages).toContain(part)
})

test('undoing unlinks the new identity and logs out everywhere, the owner too', async ({ hub, player }) => {
  await link(hub, player, 'google')
  const elsewhere = await hub.logIn(player.email)
  const token = await undoToken(hub, player.email)
  expect(await undo(hub, token)).toBe('ok')
  expect(await listProviders(hub, player)).toEqual(['mail'])
  expect([await isLoggedIn(hub, player), await isLoggedIn(hub, elsewhere)]).toEqual([false, false])
  expect(await undo(hub, token)).toBe('UNDO_LINK_INVALID')
})

test('the owner whose mail was unlinked gets it back with the email after three days, and recovers the password', async ({
  hub,
  player,
}) => {
  await link(hub, player, 'google')
  await unlink(hub, player, 'mail')
  expect(await undo(hub, await undoToken(hub, player.email))).toBe('ok')
  await hub.passTime(3 * DAY_MS)
  // The same login session linked Google, so is undone, too.
  expect(await listProviders(hub, player)).toEqual(['mail'])
  const { email } = player
  const resetTicket = await requestResetTicket(hub, email)
  await hub.callOk('POST /auth/activate-new-password', {
    body: { email, password: 'Fresh2031', resetTicket },
  })
  const login = await hub.call('POST /auth/login-by-email', { body: { email, password: 'Fresh2031' } })
  expect(login.body).toMatchObject({ data: { result: { userId: player.userId } } })
})

test('undoing a change undoes what was changed since, also by other login sessions', async ({
  hub,
  player,
}) => {
  await link(hub, player, 'google')
  const token = await undoToken(hub, player.email)
  hub.clock.advance(HOUR_MS)
  const other = await hub.logIn(player.email)
  const { authenticator } = await addPasskey(hub, other)
  await hub.callOk('POST /me/deletion', { as: other })
  expect(await undo(hub, token)).toBe('ok')
  const challenge = (await hub.callOk('POST /auth/passkey/options')).data.result
  const login = await hub.call('POST /auth/passkey/login', {
    body: { response: authenticator.get(challenge) },
  })
  expect(toOutcome(login)).toBe('PASSKEY_NOT_FOUND')
  const owner = await hub.logIn(player.email)
  expect((await hub.callOk('GET /me', { as: owner })).data.result.deletionAt).toBeNull()
})

test('undoing the removal of a passkey makes it work again', async ({ hub, player }) => {
  const { id, authenticator } = await addPasskey(hub, player)
  // Emails due at the same time arrive in any order.
  await hub.runDueJobs()
  hub.clock.advance(HOUR_MS)
  const later = await hub.logIn(player.email)
  await hub.callOk('POST /me/passkeys/{id}/remove', { as: later, params: { id } })
  expect(await undo(hub, await undoToken(hub, player.email))).toBe('ok')
  const challenge = (await hub.callOk('POST /auth/passkey/options')).data.result
  const login = await hub.call('POST /auth/passkey/login', {
    body: { response: authenticator.get(challenge) },
  })
  expect(toOutcome(login)).toBe('ok')
})

test('a link works for seven days, and the database has only its hash', async ({ hub, player }) => {
  await link(hub, player, 'google')
  const token = await undoToken(hub, player.email)
  const kept = await hub.context.db.selectFrom('accountChanges').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(hub.logs()).not.toContain(token)
  hub.clock.advance(7 * DAY_MS)
  expect(await undo(hub, token)).toBe('UNDO_LINK_INVALID')
})

test('twenty concurrent uses of a link undo once', async ({ hub, player }) => {
  await link(hub, player, 'google')
  const token = await undoToken(hub, player.email)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => undo(hub, token)))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set(['ok', 'UNDO_LINK_INVALID']))
})
