/** A page whose scripts or messages fail to load starts on a second try, or says so and offers a way out. */

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import en from '../../../../apps/server/src/i18n/en/pages.json' with { type: 'json' }
import ru from '../../../../apps/server/src/i18n/ru/pages.json' with { type: 'json' }
import type { Tab } from '../../environment/browser.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { type Language, translator } from '../../environment/translator.ts'

const test = journey({ start: startEnvironment })

const client = '**/assets/entry-client-*.js'
const shell = '/session/login/email'
const publicPage = (language: Language) => `/games/${language}/`
const languages: Language[] = ['ru', 'en']

const failures = {
  'is missing': (page: Page, url: string, times?: number) =>
    page.route(url, (route) => route.fulfill({ status: 404 }), { times }),
  'breaks off': (page: Page, url: string, times?: number) =>
    page.route(url, (route) => route.abort('connectionreset'), { times }),
}
const causes = Object.keys(failures) as (keyof typeof failures)[]

function allowFailures(tab: Tab): void {
  tab.allowConsoleErrors(/ERR_|404|did not load|dynamically imported module/)
}

const texts = { ru: ru.notStarted, en: en.notStarted }
const emailField = (page: Page, language: Language) =>
  page.getByLabel(translator(language)('accounts:field.email'), { exact: true })
const failureMessage = (page: Page) => page.getByRole('alert').filter({ visible: true })

test.for(causes)('a page starts by itself after its script %s once', async (cause, { tab }) => {
  allowFailures(tab)
  await failures[cause](tab.page, client, 1)
  await tab.page.goto(shell)
  await emailField(tab.page, 'en').waitFor()
  expect(await failureMessage(tab.page).count()).toBe(0)
})

test.for(languages)(
  'a form whose script never loads says so and can be opened again, in %s',
  async (language, { openTab }) => {
    const tab = await openTab({ language })
    allowFailures(tab)
    const { page } = tab
    await failures['is missing'](page, client)
    await page.goto(shell)
    const message = page.getByRole('main').getByRole('alert')
    await message.getByText(texts[language].text).waitFor()
    expect(tab.requestedUrls.filter((url) => new URL(url).pathname === shell)).toHaveLength(2)
    await page.unroute(client)
    await message.getByRole('link', { name: texts[language].retry }).click()
    await emailField(page, language).waitFor()
    expect(await page.getByText(texts[language].text).count()).toBe(0)
  },
)

test.for(languages)(
  'a public page whose script never loads says so, and its links lead on, in %s',
  async (language, { openTab }) => {
    const t = translator(language)
    const tab = await openTab({ language })
    allowFailures(tab)
    const { page } = tab
    await failures['breaks off'](page, client)
    await page.goto(publicPage(language))
    await failureMessage(page).getByText(texts[language].text).waitFor()
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('common:header.signIn') })
      .click()
    await page.waitForURL(/session\/login/)
  },
)

test('a page whose texts fail once starts in its language', async ({ tab }) => {
  allowFailures(tab)
  await failures['is missing'](tab.page, '**/assets/shared-*.js', 1)
  await tab.page.goto(shell)
  await emailField(tab.page, 'en').waitFor()
})

test('a public page whose texts fail once still responds', async ({ tab }) => {
  allowFailures(tab)
  const { page } = tab
  await failures['is missing'](page, '**/assets/shared-*.js', 1)
  await page.goto('/prices')
  const reloaded = page.waitForEvent('load')
  await reloaded
  await page.locator('summary').first().click()
  await page.locator('details[open]').first().waitFor()
})

test('a shell offers a way out even when no script has loaded at all', async ({ tab }) => {
  allowFailures(tab)
  const { page } = tab
  await failures['is missing'](page, '**/assets/*.js')
  await page.goto(shell)
  const message = page.getByText(texts.en.text)
  expect(await message.isVisible()).toBe(false)
  await message.evaluate((element) => element.getAnimations()[0]?.finish())
  expect(await message.isVisible()).toBe(true)
})

test('a shell whose end arrives after its first script keeps no message', async ({ tab }) => {
  const { page } = tab
  const clientRequested = page.waitForRequest(client)
  await page.route(shell, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<p role="alert"', '<script src="/held.js"></script>$&')
    await route.fulfill({ response, body })
  })
  // The parser waits for this script.
  await page.route('**/held.js', async (route) => {
    await clientRequested
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.route(client, async (route) => {
    await page.locator('.boot-failure').waitFor({ state: 'attached' })
    await route.continue()
  })
  await page.goto(shell)
  await emailField(page, 'en').waitFor()
  await page.locator('.boot-failure').waitFor({ state: 'detached' })
})

test('a part of a page that fails to load opens by itself', async ({ tab }) => {
  allowFailures(tab)
  const { page } = tab
  await failures['breaks off'](page, '**/assets/play-view-*.js', 1)
  await page.goto('/games/en/islandm3/?play')
  await page.locator('#game-frame').waitFor()
})
