/** Support restores a save beside the ticket, and on the page of the player. */
import type { RouteResponse } from '@playhub/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ApiPlayer, call, createOrder, register } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { openConsole } from '../../steps/operator.ts'

const project = 'islandm3'
const t = consoleTranslator('en')
const test = journey({ start: () => startEnvironment() })

test('support restores a save beside the ticket, and undoes it on the page of the player', async ({
  environment,
  page,
}) => {
  const player = await register(environment)
  await write(environment, player, '"good"', 0)
  await write(environment, player, '"broken"', 1)
  const ticketId = await openTicket(environment, player)
  await openConsole(page, environment)
  await page.goto(`/console/tickets/${ticketId}`)
  await restore(page, '1', '6 bytes')
  await page.getByText(t('saves:restore.done')).waitFor()
  expect(await readSave(environment, player)).toBe('"good"')

  await page.goto(`/console/players/${player.userId}/saves`)
  await restore(page, '2', '8 bytes')
  await page.getByText(t('saves:restore.done')).waitFor()
  expect(await readSave(environment, player)).toBe('"broken"')
})

test('a save shows what it holds and what has changed, on a phone too', async ({ environment, openTab }) => {
  const player = await register(environment)
  await write(environment, player, '{"level":1,"hero":{"name":"Anna"}}', 0)
  await write(environment, player, '{"level":2,"hero":{"name":"Anna"},"gems":[7]}', 1)
  const { page } = await openTab()
  await openConsole(page, environment)
  await page.goto(`/console/players/${player.userId}/saves`)
  const version = t('saves:versionNumber', { version: '2' })
  await page.getByRole('button', { name: `${t('saves:open')} ${version}` }).click()
  const changes = page.getByRole('region', { name: t('saves:changes.title', { version: '1' }) })
  await changes.getByText('1 → 2').waitFor()
  await changes.getByText(t('saves:changes.added')).waitFor()
  const contents = page.getByRole('region', { name: t('saves:contents') })
  await contents.getByText('hero').click()
  await contents.getByText('"Anna"').waitFor()
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

async function restore(page: Page, version: string, size: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: t('saves:version', { version, size }) })
  await row.getByRole('button', { name: t('saves:restore.button') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('common:confirm.reason')).fill('Ticket 812')
  await dialog.getByRole('button', { name: t('saves:restore.button') }).click()
}

async function write(environment: TestEnvironment, { jwt }: ApiPlayer, value: string, ifVersion: number) {
  const body = { project, key: 'progress', value, ifVersion }
  await call(environment, 'POST', '/play/saves/write', { jwt, body })
}

async function readSave(environment: TestEnvironment, { jwt }: ApiPlayer): Promise<string | undefined> {
  const path = `/play/saves?project=${project}`
  const { data } = await call<RouteResponse<'GET /play/saves'>>(environment, 'GET', path, { jwt })
  return data.result[0]?.value
}

/** About an order of the game, so the ticket belongs to it. */
async function openTicket(environment: TestEnvironment, { jwt, email }: ApiPlayer): Promise<string> {
  const paymentId = await createOrder(environment, jwt)
  const data = { email, reason: 'OTHER', paymentId, message: 'My island is gone.' }
  type Opened = RouteResponse<'POST /payments/send-letter-support'>
  const path = '/payments/send-letter-support'
  return (await call<Opened>(environment, 'POST', path, { jwt, body: { data } })).data.result.ticketId
}
