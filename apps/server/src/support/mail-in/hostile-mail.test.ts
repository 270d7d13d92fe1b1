import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { test as base } from '../../../test/support/hub-test.ts'
import { supportClient } from '../../../test/support/support-client.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import {
  composeMail,
  listFlags,
  newestSupportEmail,
  pollMailbox,
} from '../../../test/support/tickets/mail-in.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { addMailToken, createMailToken } from '../mail-token.ts'

const key = Buffer.alloc(24, 7)
const test = base
  .extend('hubOptions', {
    readsMailbox: true,
    env: { SUPPORT_MAIL_SECRET: `whsec_${key.toString('base64')}` },
  })
  .extend('support', ({ hub }) => supportClient(hub))

type Signed = { id?: string; at?: number; secret?: Buffer; headers?: Record<string, string> }

function post(hub: TestHub, raw: Buffer, { id = 'mail-1', at, secret = key, headers }: Signed = {}) {
  const timestamp = String(Math.floor((at ?? hub.clock.now()) / SECOND_MS))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(raw).digest('base64')
  return fetch(`${hub.url}/webhooks/mail`, {
    method: 'POST',
    body: new Uint8Array(raw),
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      ...headers,
    },
  })
}

const listTexts = async (hub: TestHub) =>
  (await hub.context.db.selectFrom('ticketMessages').select('text').orderBy('id').execute()).map(
    ({ text }) => text,
  )

test('a signed mail is taken once, however often and by whichever way it comes', async ({
  hub,
  player,
  support,
}) => {
  await support.openTicket(player, { message: 'Hello' })
  const { replyTo } = await newestSupportEmail(hub, player.email)
  const raw = composeMail({ from: player.email, to: replyTo, text: 'Once' })
  const copy = Buffer.concat([Buffer.from('Received: from a by b\r\nDelivered-To: x@y.test\r\n'), raw])
  hub.mailbox.deliver(copy)
  hub.clock.advance(MINUTE_MS)
  const [...responses] = await Promise.all([
    ...[post(hub, raw), post(hub, raw, { id: 'mail-2' }), post(hub, copy)],
    hub.runDueJobs(),
  ])
  for (const response of responses.slice(0, 3)) expect((response as Response).status).toBe(200)
  expect(await listTexts(hub)).toEqual(['Hello', 'Once'])
  expect(await (await post(hub, raw)).json()).toEqual({ outcome: 'duplicate' })
})

test('mail without a genuine and recent signature is refused', async ({ hub, player }) => {
  const raw = composeMail({ from: player.email, text: 'Hi' })
  const outcome = async (sent: Promise<Response>) => {
    const response = await sent
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  const refused = [400, 'BODY_INVALID']
  expect(await outcome(post(hub, raw, { secret: Buffer.alloc(24, 8) }))).toEqual(refused)
  expect(await outcome(post(hub, raw, { at: hub.clock.now() - 6 * MINUTE_MS }))).toEqual(refused)
  expect(await outcome(post(hub, raw, { at: hub.clock.now() + 6 * MINUTE_MS }))).toEqual(refused)
  for (const name of ['webhook-timestamp', 'webhook-signature'])
    for (const value of ['', 'v1,', 'NaN', '__proto__', '9'.repeat(400)])
      expect(await outcome(post(hub, raw, { headers: { [name]: value } }))).toEqual(refused)
  expect(await outcome(post(hub, raw, { headers: { 'webhook-id': 'other' } }))).toEqual(refused)
  expect(await outcome(post(hub, Buffer.alloc(0)))).toEqual(refused)
  expect(await outcome(post(hub, raw, { headers: { 'content-type': 'application/json' } }))).toEqual([
    ...[415, 'CONTENT_TYPE_UNSUPPORTED'],
  ])
  const large = await post(hub, Buffer.alloc(20 * 1024 * 1024 + 1, 65)).catch(() => ({ status: 413 }))
  expect(large.status).toBe(413)
  expect(await hub.context.db.selectFrom('tickets').selectAll().execute()).toEqual([])
})

const megabyte = 1024 * 1024

/** Sends headers with a made-up signature and the beginning of a body that never ends. */
function beginForged(hub: TestHub, statedBytes: number, from = '192.0.2.1') {
  const request = httpRequest(`${hub.url}/webhooks/mail`, {
    method: 'POST',
    agent: false,
    headers: {
      ...{ 'content-type': 'message/rfc822', 'content-length': statedBytes, 'x-forwarded-for': from },
      ...{ 'webhook-id': 'x', 'webhook-signature': 'v1,x' },
      'webhook-timestamp': Math.floor(hub.clock.now() / SECOND_MS),
    },
  })
  onTestFinished(() => void request.destroy())
  request.on('error', () => {})
  request.flushHeaders()
  request.write(Buffer.alloc(megabyte / 2, 65))
  const refused = once(request, 'response').then(([{ statusCode, headers }]) => [
    statusCode,
    Number(headers['retry-after']),
  ])
  refused.catch(() => {})
  return { request, refused }
}

const behindProxy = test.extend('hubOptions', {
  readsMailbox: true,
  env: {
    ...{ SUPPORT_MAIL_SECRET: `whsec_${key.toString('base64')}`, TRUST_PROXY: 'true' },
    ...{ HUB_MODE: 'staging' },
  },
})

behindProxy(
  'only so many bodies without a known sender are held, of a network and of all',
  async ({ hub }) => {
    const raw = composeMail({ from: 'nobody@evil.test', text: 'Hi' })
    const begun = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2'].map((from) =>
      beginForged(hub, 20 * megabyte, from),
    )
    expect(await beginForged(hub, 20 * megabyte).refused).toEqual([429, expect.toSatisfy((s) => s > 0)])
    const other = beginForged(hub, 20 * megabyte, '192.0.2.3')
    expect(await other.refused).toEqual([503, expect.toSatisfy((s) => s > 0)])
    expect((await post(hub, raw)).status).toBe(503)
    for (const { request } of begun) request.destroy()
    await expect.poll(async () => (await post(hub, raw)).status).toBe(200)
  },
)

behindProxy('a body that its sender ends early counts as refused', async ({ hub }) => {
  const raw = composeMail({ from: 'nobody@evil.test', text: 'Hi' })
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  expect((await post(hub, raw, { headers })).status).toBe(200)
  for (let count = 0; count < 30; count++) {
    const { request } = beginForged(hub, megabyte)
    await once(request, 'socket')
    await new Promise<void>((resolve) => request.write('A', () => resolve()))
    request.destroy()
  }
  await expect.poll(async () => (await post(hub, raw, { headers })).status).toBe(429)
})

test('no broken or huge mail stops the ones after it', async ({ hub, player, support }) => {
  await support.openTicket(player, { message: 'Hello' })
  const { replyTo } = await newestSupportEmail(hub, player.email)
  const from = player.email
  const nested = Array.from({ length: 3000 }, (_, depth) => {
    const outer = depth === 0 ? '' : `--b${depth - 1}\r\n`
    return `${outer}Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n`
  }).join('')
  const huge = composeMail({ from, to: replyTo, text: `Huge\r\n\r\n${'x'.repeat(50 * 1024 * 1024)}` })
  const broken = [
    Buffer.alloc(0),
    Buffer.from('\0\0\0'),
    Buffer.from('From: <>\r\n\r\nnobody'),
    Buffer.from(`From: ${from}, eve@evil.test\r\nTo: ${replyTo}\r\n\r\nTwo senders`),
    Buffer.from(`From: ${from}\r\nTo: ${replyTo}\r\n${nested}`),
    Buffer.from(`From: ${from}\r\n${'X: y\r\n'.repeat(200_000)}\r\nhi`),
    Buffer.from(
      `From: =?nope?Q?${'=FF'.repeat(300)}?= <${from}>\r\nTo: ${replyTo}\r\nContent-Type: text/plain; charset=x-none\r\n\r\n\xff\xfe charset`,
      'latin1',
    ),
    Buffer.from(
      `From: ${from}\r\nTo: ${replyTo}\r\nSubject: =?utf-8?Q?a=0D=0ABcc:_eve@evil.test=00?=\r\n\r\n`,
    ),
    composeMail({ from, to: replyTo, html: `${'<div>'.repeat(20_000)}Deep<script>alert(1)</script>` }),
    composeMail({ from, to: replyTo, html: '<style>p{}</style><p>Nice</p><blockquote>Before</blockquote>' }),
    huge,
  ]
  for (const raw of broken) hub.mailbox.deliver(raw)
  hub.mailbox.deliver(composeMail({ from, to: replyTo, text: 'Last' }))
  await pollMailbox(hub)
  const texts = await listTexts(hub)
  expect(texts.at(-1)).toBe('Last')
  expect(texts).toContain('Nice')
  expect(texts).toContain('a Bcc: eve@evil.test')
  expect(texts.find((text) => text.startsWith('Huge'))?.length).toBe(20_000)
  expect(texts).not.toContain('Two senders')
  expect(texts.some((text) => /[\0\r]|<script|alert/.test(text))).toBe(false)
  // The hub's own email to the team has arrived meanwhile.
  await pollMailbox(hub)
  expect(listFlags(hub).every((flags) => flags.includes('\\Seen'))).toBe(true)
  const { omittedAttachments } = await hub.context.db
    .selectFrom('ticketMessages')
    .select('omittedAttachments')
    .where('text', 'like', 'Huge%')
    .executeTakeFirstOrThrow()
  expect(omittedAttachments).toBe(1)
})

test('a token names one ticket and cannot be changed into another', () => {
  const token = createMailToken('secret', 12)
  expect(token).toMatch(/^12-[\da-f]{24}$/)
  expect(createMailToken('other', 12)).not.toBe(token)
  expect(addMailToken('help@example.org', token)).toBe(`help+${token}@example.org`)
})
