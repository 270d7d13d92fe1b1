/** A player's reply by email on the ticket's page, and the webhooks that tell the team what needs a person. */
import { createHmac } from 'node:crypto'
import type { AlertWebhook } from '@playhub/contract/operator'
import { demoPlayer } from '@playhub/server/demo'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator, testedLanguages } from '../../environment/translator.ts'
import { type OperatorSession, openOwnerSession, useSession } from '../../steps/operator-session.ts'

const key = Buffer.alloc(24, 7)
const test = journey({
  start: () => startEnvironment({ SUPPORT_MAIL_SECRET: `whsec_${key.toString('base64')}` }),
}).extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

/** Posts a mail of the demo player as a mail service does. */
async function postMail({ hubUrl }: TestEnvironment, subject: string): Promise<void> {
  const raw = [
    `From: ${demoPlayer.email}`,
    'To: support@playhub.example',
    `Subject: ${subject}`,
    `Message-ID: <${subject}@mail.test>`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nWhere are they?\r\n\r\n> We are on it',
    `--b\r\nContent-Type: image/png; name="shot.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n${png.toString('base64')}`,
    '--b\r\nContent-Type: text/html; name="x.html"\r\nContent-Disposition: attachment\r\n\r\n<script>1</script>\r\n--b--',
  ].join('\r\n')
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`m.${timestamp}.${raw}`).digest('base64')
  const headers = {
    'webhook-id': 'm',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const response = await fetch(`${hubUrl}/webhooks/mail`, {
    method: 'POST',
    body: raw,
    headers: { 'content-type': 'message/rfc822', ...headers },
  })
  expect(await response.json()).toEqual({ outcome: 'ticket' })
}

/** Those of a failed try. */
async function removeAlertWebhooks(owner: OperatorSession): Promise<void> {
  const { body } = await owner.call('GET', '/alert-webhooks')
  for (const { id } of (body as { data: { result: AlertWebhook[] } }).data.result)
    await owner.call('DELETE', `/alert-webhooks/${id}`, { reason: 'A failed try' })
}

test.for(testedLanguages('en'))(
  'a mail with attachments is read, and alerts are set up and tested in %s',
  async (language, { environment, openTab, owner }) => {
    const t = consoleTranslator(language)
    await removeAlertWebhooks(owner)
    await owner.call('PUT', '/session/language', { language })
    const { page, context } = await openTab({ language })
    await useSession(context, environment, owner)
    const subject = `lost-${language}-${Date.now()}`
    await postMail(environment, subject)

    await page.goto('/console/tickets')
    await page.getByText(subject).first().click()
    await page.getByText(t('tickets:mail.quoted')).click()
    await page.getByText('> We are on it').waitFor()
    await page.getByText(t('tickets:mail.omitted_one', { count: '1' })).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'shot.png' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('shot.png')

    await page.goto('/console/operations')
    const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
    const dialog = page.getByRole('dialog')
    await button('operations:alerts.add').click()
    await dialog.getByLabel(t('operations:alerts.url')).fill('nothing')
    await dialog.getByRole('textbox').last().fill('A test')
    await dialog.getByRole('button', { name: t('operations:alerts.add') }).click()
    await dialog.getByText(t('operations:alerts.urlInvalid')).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByLabel(t('operations:alerts.url')).fill(`${environment.hubUrl}/nowhere/SECRET`)
    await dialog.getByRole('button', { name: t('operations:alerts.add') }).click()
    await dialog.getByText(/^whsec_/).waitFor()
    await dialog.getByRole('button', { name: t('common:done') }).click()
    await page.getByText(t('operations:alerts.never')).waitFor()
    await button('operations:alerts.test').click()
    await page.getByText(t('operations:alerts.failed', { reason: 'HTTP 404' }), { exact: true }).waitFor()
    await page.getByLabel(t('operations:alerts.kind.ticket-old')).uncheck()
    await page.getByText(t('operations:alerts.saved'), { exact: true }).waitFor()
    await page.reload()
    await page.getByLabel(t('operations:alerts.kind.ticket-old')).waitFor()
    expect(await page.getByLabel(t('operations:alerts.kind.ticket-old')).isChecked()).toBe(false)
    expect(await page.content()).not.toContain('SECRET')
    expect(await accessibilityViolations(page)).toEqual([])
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    }
    await button('operations:alerts.remove').click()
    await dialog.getByRole('textbox').last().fill('Not needed')
    await dialog.getByRole('button', { name: t('operations:alerts.remove') }).click()
    await page.getByText(t('operations:alerts.none')).waitFor()
  },
)
