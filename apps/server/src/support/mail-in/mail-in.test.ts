import { expect } from 'vitest'
import { test as base } from '../../../test/support/hub-test.ts'
import { supportClient } from '../../../test/support/support-client.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import {
  composeMail,
  listFlags,
  newestSupportEmail,
  pdf,
  png,
  pollMailbox,
  receiveMail,
} from '../../../test/support/tickets/mail-in.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { exportTickets } from '../export-tickets.ts'
import { closeTicket } from '../operator/operator-tickets.ts'
import { checkMailbox } from './poll-mailbox.ts'

const test = base
  .extend('hubOptions', { readsMailbox: true })
  .extend('support', ({ hub }) => supportClient(hub))
  /** The tagged address of a ticket that the player has opened. */
  .extend('replyTo', async ({ hub, player, support }) => {
    await support.openTicket(player, { message: 'Hello' })
    return (await newestSupportEmail(hub, player.email)).replyTo
  })

const operation = { operator: 'olga', reason: null }

async function readMessages(hub: TestHub) {
  const { db } = hub.context
  return db.selectFrom('ticketMessages').selectAll().orderBy('id').execute()
}

const countMails = async (hub: TestHub, outcome: string) => {
  const metrics = await hub.context.registry.getSingleMetricAsString('playhub_support_mails_total')
  return Number(new RegExp(`outcome="${outcome}"\\} (\\d+)`).exec(metrics)?.[1])
}

test("a reply to the support email's tagged address reaches the ticket, folded, and reopens it", async ({
  hub,
  player,
  support,
}) => {
  const id = await support.openTicket(player, { message: 'My gems are gone' })
  const { replyTo } = await newestSupportEmail(hub, player.email)
  expect(replyTo).toMatch(/^support\+\d+-[\da-f]{24}@playhub\.example$/)
  const text = 'They are back!\r\n\r\nOn Mon, 1 Jan 2030 Support wrote:\r\n> We are on it\r\n'
  await receiveMail(hub, { from: `Anna <${player.email.toUpperCase()}>`, to: replyTo, text })
  const [, reply] = await readMessages(hub)
  expect(reply).toMatchObject({
    ...{ ticketId: id, author: 'player', text: 'They are back!', unverifiedSender: null },
    quoted: 'On Mon, 1 Jan 2030 Support wrote:\n> We are on it',
  })
  expect((await support.read(player, id)).messages.map(({ text }) => text)).toEqual([
    'My gems are gone',
    'They are back!',
  ])
  const team = (await support.teamEmails()).filter(({ text }) => text.includes('has written again'))
  expect(team).toHaveLength(1)
  expect(listFlags(hub).filter((flags) => flags.includes('Flagged'))).toEqual([])
  // The hub's own email to the team has arrived meanwhile.
  await pollMailbox(hub)
  expect(listFlags(hub).every((flags) => flags.includes('\\Seen'))).toBe(true)
})

test('a reply that only names a Message-ID of the hub reaches the ticket', async ({
  hub,
  player,
  support,
}) => {
  await support.openTicket(player, { message: 'Hello' })
  const { messageId } = await newestSupportEmail(hub, player.email)
  const headers = [`In-Reply-To: <unknown@x>`, `References: <unknown@x>`, ` ${messageId}`]
  await receiveMail(hub, { from: player.email, text: 'Again', headers })
  expect((await readMessages(hub)).map(({ text }) => text)).toEqual(['Hello', 'Again'])
})

test('a token for another ticket, a changed one and one in the text open nothing', async ({
  hub,
  replyTo,
}) => {
  const other = replyTo.replace(/\+\d+-/, '+2-')
  const changed = replyTo.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  for (const to of [other, changed, 'support@playhub.example'])
    hub.mailbox.deliver(composeMail({ from: 'eve@evil.test', to, text: replyTo, subject: replyTo }))
  await pollMailbox(hub)
  expect(await readMessages(hub)).toHaveLength(1)
  expect(await countMails(hub, 'unmatched')).toBe(3)
  expect(listFlags(hub).filter((flags) => flags === '\\Seen \\Flagged')).toHaveLength(3)
})

test('another sender is shown as unverified and gets no mail', async ({ hub, replyTo }) => {
  await receiveMail(hub, { from: 'eve@evil.test', to: replyTo, text: 'It is me' })
  const [, reply] = await readMessages(hub)
  expect(reply).toMatchObject({ text: 'It is me', unverifiedSender: 'eve@evil.test' })
  const sent = await (await fetch(`${hub.sandboxUrl}/mail/messages?to=eve@evil.test`)).json()
  expect(sent).toEqual([])
})

test('mail of a player without a ticket opens one; mail of an unknown sender is flagged', async ({
  hub,
  player,
}) => {
  hub.mailbox.deliver(composeMail({ from: player.email, subject: 'Lost gems', text: 'Where?' }))
  await receiveMail(hub, { from: 'nobody@evil.test', text: 'Buy!' })
  const tickets = await hub.context.db.selectFrom('tickets').selectAll().execute()
  expect(tickets).toMatchObject([{ playerId: player.userId, email: player.email, reason: 'OTHER' }])
  expect((await readMessages(hub)).map(({ text }) => text)).toEqual(['Lost gems\n\nWhere?'])
  expect(listFlags(hub).slice(0, 2)).toEqual(['\\Seen', '\\Seen \\Flagged'])
})

test('a reply to a closed ticket is not lost', async ({ hub, player, support }) => {
  const id = await support.openTicket(player, { message: 'Hello' })
  await closeTicket(hub.context, id, operation)
  hub.clock.advance(30 * DAY_MS)
  const { replyTo } = await newestSupportEmail(hub, player.email)
  hub.mailbox.deliver(composeMail({ from: player.email, to: replyTo, text: 'Not solved' }))
  await receiveMail(hub, { from: 'eve@evil.test', to: replyTo, text: 'Eve' })
  expect((await readMessages(hub)).map(({ text }) => text)).toEqual(['Hello', 'Re: Help\n\nNot solved'])
})

const automatic: [string, string[]][] = [
  ['a vacation notice', ['Auto-Submitted: auto-replied']],
  ['mail of a hub', ['X-Playhub: hub']],
  ['bulk mail', ['Precedence: bulk']],
  ['an automatic reply of Exchange', ['X-Auto-Response-Suppress: All']],
  ['a bounce', ['Return-Path: <>']],
  ['a mailing list', ['List-Id: <news.test>']],
]

test.for(automatic)('%s is dropped', async ([, headers], { hub, player, replyTo }) => {
  await receiveMail(hub, { from: player.email, to: replyTo, text: 'Away', headers })
  expect(await readMessages(hub)).toHaveLength(1)
})

test('two hubs that write to each other stop after nothing', async ({ hub, player, support }) => {
  await support.openTicket(player, { message: 'Hello' })
  const { replyTo, messageId } = await newestSupportEmail(hub, player.email)
  const from = hub.context.config.mail.from.address
  await receiveMail(hub, { from, to: replyTo, text: 'Loop', headers: [`In-Reply-To: ${messageId}`] })
  expect(await readMessages(hub)).toHaveLength(1)
})

test('twenty mails of a sender are taken in an hour', async ({ hub, replyTo }) => {
  const send = (index: number) =>
    hub.mailbox.deliver(composeMail({ from: 'eve@evil.test', to: replyTo, text: `No ${index}` }))
  for (let index = 0; index < 23; index++) send(index)
  await pollMailbox(hub)
  expect(await readMessages(hub)).toHaveLength(21)
  expect(await countMails(hub, 'limited')).toBe(3)
  hub.clock.advance(HOUR_MS)
  send(99)
  await pollMailbox(hub)
  expect(await readMessages(hub)).toHaveLength(22)
})

test('images and PDFs by their bytes are kept, everything else is left out', async ({
  hub,
  player,
  replyTo,
}) => {
  const html = Buffer.from('<script>alert(1)</script>')
  hub.mailbox.deliver(
    composeMail({
      ...{ from: player.email, to: replyTo, text: 'See' },
      attachments: [
        { name: '../../etc/"x".exe', type: 'application/x-msdownload', bytes: png },
        { name: 'счёт.html', type: 'text/html', bytes: pdf },
        { name: 'photo.png', type: 'image/png', bytes: html },
        { name: 'x.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg onload="alert(1)"/>') },
        { name: 'big.png', type: 'image/png', bytes: Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]) },
      ],
    }),
  )
  await pollMailbox(hub)
  const [, message] = await readMessages(hub)
  expect(message?.omittedAttachments).toBe(3)
  const kept = await hub.context.db.selectFrom('ticketAttachments').selectAll().orderBy('id').execute()
  expect(kept.map(({ name, type, sizeBytes }) => [name, type, sizeBytes])).toEqual([
    [expect.stringMatching(/^[^/\\"]+\.png$/), 'image/png', png.length],
    ['счёт.pdf', 'application/pdf', pdf.length],
  ])
  expect(Buffer.from(kept[0]?.bytes ?? [])).toEqual(png)
})

test('a link opens an attachment as a download for ten minutes, without cookies', async ({
  hub,
  player,
  replyTo,
}) => {
  const attachments = [{ name: 'shot.png', type: 'image/png', bytes: png }]
  await receiveMail(hub, { from: player.email, to: replyTo, text: 'See', attachments })
  const [{ id } = { id: '' }] = await hub.context.db.selectFrom('ticketAttachments').select('id').execute()
  const url = hub.context.support.attachmentLinks.toUrl(id, hub.clock.now())
  const response = await fetch(url)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-disposition': `attachment; filename="shot.png"; filename*=UTF-8''shot.png`,
    ...{ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'private, no-store',
  })
  expect(response.headers.has('set-cookie')).toBe(false)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
  const other = url.replace(id, player.userId)
  const later = url.replace(/expires=\d+/, `expires=${hub.clock.now() + DAY_MS}`)
  for (const forged of [
    other,
    later,
    url.replace(/signature=.*/, ''),
    `${url}x`,
    url.replace('?', '?expires=1&'),
  ])
    expect((await fetch(forged)).status).toBe(404)
  hub.clock.advance(10 * 60_000)
  expect((await fetch(url)).status).toBe(404)
})

test('the same mail read again, also after a crash before it was marked, changes nothing', async ({
  hub,
  player,
  replyTo,
}) => {
  await receiveMail(hub, { from: player.email, to: replyTo, text: 'Once' })
  for (const { flags } of hub.mailbox.messages) flags.clear()
  await pollMailbox(hub)
  expect(await readMessages(hub)).toHaveLength(2)
  expect(await countMails(hub, 'duplicate')).toBe(1)
  expect(hub.mailbox.messages.at(-1)?.flags).toContain('\\Seen')
})

test("an erased account's mail goes with it, and is in its data before", async ({ hub, player, replyTo }) => {
  const attachments = [{ name: 'shot.png', type: 'image/png', bytes: png }]
  const text = 'See\r\n\r\n> We are on it\r\n'
  await receiveMail(hub, { from: player.email, to: replyTo, text, attachments })
  const [exported] = await exportTickets(hub.context.db, player.userId).all()
  expect(exported?.messages[1]).toMatchObject({
    ...{ text: 'See', quoted: '> We are on it' },
    attachments: [{ name: 'shot.png', type: 'image/png', base64: png.toString('base64') }],
  })
  await hub.context.support.erase(hub.context.db, player.userId)
  for (const table of ['ticketMessages', 'ticketAttachments'] as const)
    expect(await hub.context.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('doctor logs in to the mailbox', async ({ hub }) => {
  const url = hub.context.config.supportMail.imapUrl ?? ''
  expect(await checkMailbox(url)).toBeNull()
  expect(await checkMailbox(url.replace(':support@', ':wrong@'))).toMatchObject({ code: 'mailbox.login' })
  const closed = { code: 'mailbox.closed', params: { host: '127.0.0.1:1', said: 'ECONNREFUSED' } }
  expect(await checkMailbox('imap://support:secret@127.0.0.1:1')).toEqual(closed)
})
