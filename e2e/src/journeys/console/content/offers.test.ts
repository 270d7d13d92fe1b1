/** Offers in the console: a sale goes live and ends, codes are made once and taken back. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../../environment/browser.ts'
import type { TestEnvironment } from '../../../environment/environment.ts'
import { journey } from '../../../environment/journey.ts'
import { consoleTranslator, type Language } from '../../../environment/translator.ts'
import { publishDraft, startContentEnvironment } from '../../../steps/content.ts'
import { countClicks } from '../../../steps/count-clicks.ts'
import { openOwnerSession, useSession } from '../../../steps/operator-session.ts'

const project = 'islandm3'

const test = journey({ start: startContentEnvironment })
  .extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))
  .extend(
    'openConsole',
    ({ environment, owner, openTab }) =>
      async (path = '', language: Language = 'en') => {
        await owner.call('PUT', '/session/language', { language })
        const tab = await openTab({ language })
        await useSession(tab.context, environment, owner)
        const clicks = await countClicks(tab.page)
        await tab.page.goto(`/console/${path}`)
        await tab.page.getByRole('heading', { level: 1 }).waitFor()
        return { ...tab, clicks }
      },
  )

type Price = { id: string; enValue: number | null; listEnValue?: number | null; endsAt?: string }

async function readPrice({ hubUrl }: TestEnvironment): Promise<Price | undefined> {
  const response = await fetch(`${hubUrl}/api/control/get-prices?project=${project}`)
  const prices = ((await response.json()) as { data: { result: Price[] } }).data.result
  return prices.find(({ id }) => id === `${project}-chest`)
}

async function openOffers(page: Page, language: Language): Promise<void> {
  const t = consoleTranslator(language)
  await page
    .getByRole('navigation', { name: t('common:menu') })
    .getByRole('link', { name: t('common:area.offers'), exact: true })
    .click()
  await page.getByLabel(t('offers:project')).selectOption(project)
}

const isSaved = (page: Page) =>
  page.getByText(consoleTranslator('en')('content:save.saved'), { exact: true }).waitFor()

const nextDay = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

async function confirm(page: Page, action: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(consoleTranslator('en')('common:confirm.reason')).fill(reason)
  await dialog.getByRole('button', { name: action, exact: true }).click()
}

test('a sale goes from nothing to live in five clicks, and ends in two', async ({
  environment,
  openConsole,
}) => {
  const t = consoleTranslator('en')
  const { page, clicks } = await openConsole()
  const counted = await clicks.during(async () => {
    await openOffers(page, 'en')
    await page.getByRole('button', { name: t('offers:new'), exact: true }).click()
    const percent = page.getByRole('textbox', { name: t('content-project:offers.percent') })
    await percent.fill('25')
    const form = page.locator('details[open]')
    await form.getByLabel(t('content-project:offers.until'), { exact: true }).fill(`${nextDay(9)}T10:00`)
    await isSaved(page)
    await publishDraft(page, 'The sale of the week')
  })
  // A choice in a list is a click that no page sees.
  expect(counted + 1).toBeLessThanOrEqual(5)
  await expect
    .poll(() => readPrice(environment))
    .toMatchObject({ enValue: 3.74, listEnValue: 4.99, endsAt: `${nextDay(9)}T10:00:00.000Z` })

  await page.goto(`/console/offers/${project}`)
  await page.getByRole('link', { name: /^sale-/ }).click()
  await page.getByText(t('offers:usesNone')).waitFor()
  const ended = await clicks.during(async () => {
    await page.getByRole('button', { name: t('offers:end'), exact: true }).click()
    await confirm(page, t('offers:end'), 'A wrong percentage')
    await page.getByText(t('offers:state.ended'), { exact: true }).waitFor()
  })
  expect(ended).toBe(2)
  await expect.poll(() => readPrice(environment)).toMatchObject({ enValue: 4.99 })
})

test('codes are downloaded once, listed without the codes, and taken back', async ({ openConsole }) => {
  const t = consoleTranslator('en')
  const { page } = await openConsole(`content/projects/${project}/offers`)
  await page.getByRole('button', { name: t('content-project:offers.new'), exact: true }).click()
  const form = page.locator('details[open]')
  await form.getByLabel(t('content-project:offers.kind.code'), { exact: true }).check()
  await form.getByLabel(t('content-project:offers.id'), { exact: true }).fill('streamers')
  await form.getByLabel(t('content-project:offers.uses'), { exact: true }).fill('3')
  await isSaved(page)
  await publishDraft(page, 'Codes for streamers')
  await page.goto(`/console/offers/${project}/streamers`)
  await page.getByRole('button', { name: t('offers:codes.create'), exact: true }).click()
  const number = page.getByRole('dialog').getByLabel(t('offers:codes.number'))
  await number.fill('100001')
  await page.reload()
  await page.getByRole('button', { name: t('offers:codes.create'), exact: true }).click()
  expect(await number.inputValue()).toBe('100001')
  await confirm(page, t('offers:codes.create'), 'For a stream')
  await page.getByText(t('offers:codes.numberInvalid')).waitFor()
  await number.fill('4')
  await confirm(page, t('offers:codes.create'), 'For a stream')
  await page.getByText(t('offers:codes.shownText')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('offers:codes.download') }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toMatch(/^\u{feff}Code\r\n([A-Z]{10}\r\n){4}$/u)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:done'), exact: true })
    .click()
  await page.getByText('0 of 12', { exact: true }).waitFor()
  const [, code = '-'] = text.split('\r\n')
  expect(await page.content()).not.toContain(code)
  await page.getByRole('button', { name: t('offers:codes.revoke'), exact: true }).click()
  await confirm(page, t('offers:codes.revoke'), 'They leaked')
  await page.getByText(t('offers:codes.revoked'), { exact: true }).waitFor()
})

test('the screens of offers are accessible and fit a phone, in both languages', async ({ openConsole }) => {
  for (const language of ['en', 'ru'] as const) {
    const { page } = await openConsole(`offers/${project}`, language)
    await page.setViewportSize({ width: 360, height: 1400 })
    for (const path of [
      `offers/${project}`,
      `offers/${project}/streamers`,
      `content/projects/${project}/offers`,
    ]) {
      await page.goto(`/console/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('main details').evaluateAll((entries) => {
        for (const entry of entries) entry.setAttribute('open', '')
      })
      expect(await accessibilityViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  }
})

test('an item becomes a bundle with a limit', async ({ environment, openConsole }) => {
  const t = consoleTranslator('en')
  const { page } = await openConsole(`content/projects/${project}`)
  const name = t('content-project:items.menu', { title: 'Treasure chest' })
  await page.locator('summary').filter({ hasText: name }).click()
  await page.getByRole('button', { name: t('content-project:items.terms'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('content-project:list.add') }).click()
  await dialog.getByLabel(t('content-project:offers.quantity', { place: '1' })).fill('3')
  await dialog.getByLabel(t('content-project:items.limit'), { exact: true }).selectOption('week')
  await dialog.getByLabel(t('content-project:items.limitCount'), { exact: true }).fill('2')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('content-project:items.pictureDone') }).click()
  await isSaved(page)
  await publishDraft(page, 'A bundle')
  await expect
    .poll(() => readPrice(environment))
    .toMatchObject({
      contains: [{ id: `${project}-hints`, quantity: 3 }],
      limit: { count: 2, per: 'week' },
    })
})
