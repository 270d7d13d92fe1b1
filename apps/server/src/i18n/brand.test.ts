import { expect, test as unit, vi } from 'vitest'
import { brand, brandedContent } from '../../test/support/branded-content.ts'
import { pdfText } from '../../test/support/payments/pdf-text.ts'
import { hints, stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { beginRegistration } from '../../test/support/registration.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import { test as hubTest } from '../../test/support/shared-hub-test.ts'
import { supportClient } from '../../test/support/support-client.ts'
import { renderAccountChangesEmail } from '../accounts/account-changes/change-email.ts'
import {
  renderCodeEmail,
  renderCodeGuessesEmail,
  renderEmailCodeGuessesEmail,
  renderPasswordChangedEmail,
  renderPasswordGuessesEmail,
  renderPendingUndoEmail,
} from '../accounts/emails.ts'
import { shippedFiles, withBrand } from './server-messages.ts'

const test = hubTest.extend('hubOptions', () => ({ env: { CONTENT_DIR: brandedContent() } }))
const unbranded = /Playhub|Плейхаб/

/** The sender shown by mail clients. */
type Received = { fromName: string; subject: string; text: string; html: string }

async function receivedBy(sandboxUrl: string, email: string): Promise<Received[]> {
  const response = await fetch(`${sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`)
  return (await response.json()) as Received[]
}

unit.each(['ru', 'en'])('no email about an account in %s names Playhub on a branded hub', (language) => {
  const messages = withBrand(shippedFiles(language), brand)
  const addressed = { to: 'anna@example.org', messages, publicUrl: 'https://hub.example' }
  const changed = { ...addressed, undoUrl: 'https://hub.example/auth/undo' }
  const identity = { provider: 'google', label: 'anna@example.org' } as const
  const passkey = { name: 'Phone' }
  const changes = [
    { kind: 'identity-linked', identity },
    { kind: 'identity-unlinked', identity },
    { kind: 'passkey-added', passkey },
    { kind: 'passkey-removed', passkey },
    { kind: 'second-factor-added' },
    { kind: 'second-factor-removed' },
    { kind: 'recovery-codes-renewed' },
    { kind: 'password-changed' },
    { kind: 'deletion-requested', deletionAt: 0 },
  ].map((change) => ({ ...change, changedAt: 0 })) as unknown as Parameters<
    typeof renderAccountChangesEmail
  >[0]['changes']
  const emails = [
    renderCodeEmail({ ...addressed, purpose: 'registration', code: '012345' }),
    renderCodeEmail({ ...addressed, purpose: 'recovery', code: '012345' }),
    renderPasswordChangedEmail(addressed),
    renderPasswordGuessesEmail({ ...addressed, until: 0 }),
    renderCodeGuessesEmail(addressed),
    ...changes.map((change) => renderAccountChangesEmail({ ...changed, changes: [change] })),
    renderAccountChangesEmail({ ...changed, changes }),
    renderPendingUndoEmail({ ...addressed, effectiveAt: 0 }),
    renderEmailCodeGuessesEmail({ ...addressed, until: 0 }),
  ]
  expect(JSON.stringify(emails)).not.toMatch(unbranded)
  for (const { text, html } of emails) {
    expect(text).toContain(brand)
    expect(html).toContain('Arcadia &#38; Friends')
  }
})

unit('no text of the server names the hub in letters', () => {
  for (const language of ['ru', 'en']) expect(JSON.stringify(shippedFiles(language))).not.toMatch(unbranded)
})

test('the emails that players and support get have the brand, as sender too', async ({ hub, player }) => {
  await beginRegistration(hub, 'new@example.org')
  const checkout = stripeCheckout(hub)
  await checkout.buy(player, hints)
  await supportClient(hub).openTicket(player, { message: 'Hello' })
  await hub.runDueJobs()
  const support = await supportClient(hub).teamEmails()
  const emails = [
    ...(await receivedBy(hub.sandboxUrl, 'new@example.org')),
    ...(await receivedBy(hub.sandboxUrl, player.email)),
  ]
  expect(emails).toHaveLength(3)
  for (const { fromName } of emails) expect(fromName).toBe(brand)
  expect(JSON.stringify([emails, support])).not.toMatch(unbranded)
})

test.for(['ru', 'en'])(
  'a refund, its email in %s and the receipt have the brand',
  async (language, { hub, player }) => {
    const checkout = stripeCheckout(hub)
    const headers = { 'frontend-language': language }
    const { id: orderId } = await hub.callOk('POST /payments/create', {
      as: player,
      headers,
      body: { itemId: hints },
    })
    const intent = await checkout.open(player, orderId)
    await checkout.decide(intent.id)
    await checkout.deliver(await checkout.fetchEvent(intent.id, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    expect(await runOnHub(hub, `refund ${orderId} --by anna --reason Requested`)).toMatchObject({ code: 0 })
    const emails = await vi.waitFor(async () => {
      await hub.passTime(10_000)
      const received = await receivedBy(hub.sandboxUrl, player.email)
      expect(received).toHaveLength(2)
      return received
    }, 20_000)
    for (const { fromName, subject, html } of emails) {
      expect(fromName).toBe(brand)
      expect(subject).toContain(brand)
      expect(html).toContain('Arcadia &#38; Friends')
    }
    expect(JSON.stringify(emails)).toMatch(/is returning|возвращает вам/)
    expect(JSON.stringify(emails)).not.toMatch(unbranded)

    const { data } = await hub.callOk('GET /user/get-receipt-link', {
      as: player,
      query: { privatePaymentId: orderId },
    })
    const pdf = Buffer.from(await (await fetch(`${hub.url}${data.result}`)).arrayBuffer())
    expect(pdfText(pdf)).toContain(brand)
    expect(pdfText(pdf)).toMatch(/Возвращено · Refunded/)
    expect(pdfText(pdf)).not.toMatch(unbranded)
    expect(pdf.toString('latin1')).not.toMatch(unbranded)
    const invalid = await fetch(`${hub.url}${data.result}x`, { headers: { accept: 'text/html' } })
    expect(await invalid.text()).toContain('· Arcadia &#38; Friends</title>')
  },
)

/** The hub itself shows Telegram's widget if there is no client secret. */
const widgetTest = hubTest.extend('hubOptions', () => ({
  env: {
    CONTENT_DIR: brandedContent(),
    TELEGRAM_BOT_NAME: 'arcadia_bot',
    TELEGRAM_BOT_TOKEN: '7000000001:sandbox_bot_token',
  },
}))

widgetTest.for(['ru', 'en'])('the page of Telegram in %s has the brand', async (language, { hub }) => {
  const state = 'a'.repeat(43)
  const page = await fetch(`${hub.url}/passport/telegram/widget?state=${state}&language=${language}`)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain('· Arcadia &#38; Friends</title>')
  expect(html).toContain('alt="Arcadia &#38; Friends"')
  expect(html).not.toMatch(unbranded)
})

test('a passkey and the reference of the API have the brand', async ({ hub, player }) => {
  const { data } = await hub.callOk('POST /me/passkeys/options', { as: player })
  expect(data.result).toMatchObject({ rp: { name: brand } })
  for (const path of ['/api/openapi.json', '/api/docs/']) {
    const body = await (await fetch(hub.url + path)).text()
    expect(body, path).not.toMatch(unbranded)
    expect(body, path).toContain('Arcadia')
  }
})
