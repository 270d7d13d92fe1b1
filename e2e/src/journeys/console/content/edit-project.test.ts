/** A project's file in the console: a price, a new item, texts and the source. */
import { join } from 'node:path'
import type { Game } from '@playhub/contract'
import { zipGame } from '@playhub/server/raw-zip'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../../environment/browser.ts'
import { root, type TestEnvironment } from '../../../environment/environment.ts'
import { journey } from '../../../environment/journey.ts'
import { consoleTranslator, type Language, testedLanguages } from '../../../environment/translator.ts'
import { publishDraft, startContentEnvironment } from '../../../steps/content.ts'
import { countClicks } from '../../../steps/count-clicks.ts'
import { openOwnerSession, useSession } from '../../../steps/operator-session.ts'

const project = 'islandm3'
const picture = join(root, 'content/main_images/icon-512.png')

const test = journey({ start: startContentEnvironment })
  .extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))
  .extend('openHome', ({ environment, owner, openTab }) => async (language: Language) => {
    await owner.call('PUT', '/session/language', { language })
    const tab = await openTab({ language })
    await useSession(tab.context, environment, owner)
    const clicks = await countClicks(tab.page)
    await tab.page.goto('/console/')
    await tab.page.getByRole('heading', { level: 1 }).waitFor()
    return { ...tab, clicks }
  })

type Price = { id: string; ruValue: number | null; enValue: number | null }

async function listPrices({ hubUrl }: TestEnvironment): Promise<Price[]> {
  const response = await fetch(`${hubUrl}/api/control/get-prices?project=${project}`)
  return ((await response.json()) as { data: { result: Price[] } }).data.result
}

async function openProject(page: Page, language: Language): Promise<void> {
  const t = consoleTranslator(language)
  await page
    .getByRole('navigation', { name: t('common:menu') })
    .getByRole('link', { name: t('common:area.content'), exact: true })
    .click()
  await page.locator(`a[data-row][href$="/content/projects/${project}"]`).click()
}

const isSaved = (page: Page, language: Language) =>
  page.getByText(consoleTranslator(language)('content:save.saved'), { exact: true }).waitFor()

test.for(testedLanguages('en'))(
  'a price changes in five clicks: %s',
  async (language, { environment, openHome }) => {
    const t = consoleTranslator(language)
    const price = { en: 3.49, ru: 3.99 }[language]
    const title = { en: 'Three coconut bombs', ru: 'Три кокосовые бомбы' }[language]
    const { page, clicks } = await openHome(language)
    const counted = await clicks.during(async () => {
      await openProject(page, language)
      const field = page.getByRole('textbox', { name: t('content-project:items.priceOf.USD', { title }) })
      await field.click()
      await field.fill('0,1')
      await page
        .getByText({ en: /smallest charge of Stripe/, ru: /наименьший платёж в Stripe/ }[language])
        .first()
        .waitFor()
      await field.fill(String(price))
      await publishDraft(page, 'Dearer coconuts', language)
    })
    expect(counted).toBeLessThanOrEqual(5)
    await expect
      .poll(() => listPrices(environment))
      .toContainEqual(expect.objectContaining({ id: 'islandm3-boosters', enValue: price }))
  },
)

test('an item with a picture is added in twelve clicks', async ({ environment, openHome }) => {
  const t = consoleTranslator('en')
  const { page, clicks } = await openHome('en')
  const counted = await clicks.during(async () => {
    await openProject(page, 'en')
    await page.getByRole('button', { name: t('content-project:items.new') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('content-project:newItem.id'), { exact: true }).fill(`${project}-crown`)
    await dialog.getByLabel(t('content-project:newItem.title', { language: 'English' })).fill('Crown')
    await dialog.getByLabel(t('content-project:newItem.title', { language: 'Russian' })).fill('Корона')
    await dialog.getByLabel(t('content-project:items.price.USD')).fill('5.99')
    await dialog.getByLabel(t('content-project:items.price.RUB')).fill('499')
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await page.getByRole('button', { name: t('pictures:crop.use') }).click()
    await dialog.locator('img').first().waitFor()
    await dialog.getByRole('button', { name: t('content-project:newItem.add') }).click()
    await page.getByText('Crown', { exact: true }).first().waitFor()
    await isSaved(page, 'en')
    await publishDraft(page, 'A crown for winners')
  })
  // Choosing a file is two clicks that no page sees.
  expect(counted + 2).toBeLessThanOrEqual(12)
  await expect
    .poll(() => listPrices(environment))
    .toContainEqual(expect.objectContaining({ id: `${project}-crown`, ruValue: 499, enValue: 5.99 }))
})

test('missing texts are written in eight clicks', async ({ openHome }) => {
  const t = consoleTranslator('en')
  const { page, clicks } = await openHome('en')
  await page.goto(`/console/content/projects/${project}/texts`)
  // A missing text says so in its name.
  const findField = (title: string) => page.getByRole('textbox', { name: new RegExp(`^${title}: Russian`) })
  const fields = [
    t('content-project:field.name.label'),
    t('content-project:field.game.cardDescription.label'),
  ]
  for (const title of fields) await findField(title).fill('')
  await isSaved(page, 'en')
  await page.goto('/console/')
  const counted = await clicks.during(async () => {
    await openProject(page, 'en')
    await page.getByRole('link', { name: t('content-project:tab.texts'), exact: true }).click()
    await page.getByText(t('content-project:texts.missing_other', { count: '2' })).waitFor()
    await page.getByLabel(t('content-project:texts.onlyMissing')).click()
    expect(await page.getByRole('textbox').count()).toBe(4)
    for (const title of fields) {
      await findField(title).click()
      await findField(title).fill(`По-русски: ${title}`)
    }
    await page.getByText(t('content-project:texts.complete')).waitFor()
    await isSaved(page, 'en')
    await publishDraft(page, 'Translated')
  })
  expect(counted).toBeLessThanOrEqual(8)
})

test('screenshots, words and links are edited without Source', async ({ environment, openHome }) => {
  const t = consoleTranslator('en')
  const { page } = await openHome('en')
  const field = (name: string) => `content-project:field.game.${name}.label` as const
  const findGroup = (name: string) => page.getByRole('group', { name: t(field(name)), exact: true })
  await page.goto(`/console/content/projects/${project}/settings`)
  const shots = findGroup('screenshots')
  const entries = shots.getByRole('listitem')
  await expect.poll(() => entries.count()).toBe(2)
  await shots.locator('input[type=file]').setInputFiles(picture)
  await page.getByRole('button', { name: t('pictures:crop.use') }).click()
  await expect.poll(() => entries.count()).toBe(3)

  const alt = entries.nth(2).getByRole('textbox')
  await alt.first().fill('A pirate ship')
  await entries.nth(2).getByText(t('content-project:texts.isMissing')).waitFor()
  await alt.nth(1).fill('Пиратский корабль')
  await entries.nth(2).getByText(t('content-project:texts.isMissing')).waitFor({ state: 'detached' })
  await shots.getByRole('button', { name: t('content-project:list.up', { place: '3' }) }).click()
  await page.getByText(t('content-project:items.moved', { place: '2', number: '3' })).waitFor()
  await shots.getByRole('button', { name: t('content-project:list.remove', { place: '1' }) }).click()
  await expect.poll(() => entries.count()).toBe(2)

  const tags = findGroup('tags').getByLabel('English', { exact: true })
  await tags.pressSequentially('\npirates\nmatch three')
  const typed = await tags.inputValue()
  expect(typed).toMatch(/pirates\nmatch three$/)
  await page.reload()
  expect(await tags.inputValue()).toBe(typed.trim())
  const links = findGroup('social')
  await links.getByRole('button', { name: t('content-project:list.add') }).click()
  const link = links.getByRole('listitem').last()
  await link.getByLabel(t(field('social.name')), { exact: true }).fill('Telegram')
  await link.getByLabel(t(field('social.link')), { exact: true }).fill('https://t.me/example')
  await link.locator('input[type=file]').setInputFiles(picture)
  await page.getByRole('button', { name: t('pictures:crop.use') }).click()
  await link.locator('img').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await isSaved(page, 'en')
  await publishDraft(page, 'New pictures')

  const url = `${environment.hubUrl}/api/control/get-game-data?projectName=${project}`
  const readGame = async () => ((await (await fetch(url)).json()) as { data: { result: Game } }).data.result
  await expect
    .poll(async () => (await readGame()).localization.screenshotAlts)
    .toEqual([{ en: 'A pirate ship', ru: 'Пиратский корабль' }, {}])
  expect((await readGame()).social.items).toContainEqual(
    expect.objectContaining({ name: 'Telegram', link: 'https://t.me/example' }),
  )
})

test('the source keeps its comments, completes fields and shows errors at their line', async ({
  openHome,
}) => {
  const t = consoleTranslator('en')
  const { page } = await openHome('en')
  await page.goto(`/console/content/projects/${project}/source`)
  const source = page.getByRole('textbox', { name: t('content-project:source.label') })
  await source.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('sup')
  await page.getByRole('option', { name: /supportEmail/ }).click()
  await page.keyboard.type('nobody')
  const problems = page.getByRole('list', { name: t('content-project:source.problems') })
  await problems.getByText(/supportEmail: Must be an email address/).waitFor()
  await page.locator('.cm-lint-marker-error').first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.type('@studio.example')
  await problems.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: t('content-project:tab.settings'), exact: true }).click()
  const email = page.getByLabel(t('content-project:field.supportEmail.label'), { exact: true })
  expect(await email.inputValue()).toBe('nobody@studio.example')
  await page.getByRole('button', { name: t('content:draft.discard') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('content:draft.discard') })
    .click()
  await expect.poll(() => email.inputValue()).toBe('')
})

test('items move by keys, and every tab is accessible on a phone', async ({ openHome }) => {
  const t = consoleTranslator('en')
  const { page } = await openHome('en')
  await page.setViewportSize({ width: 360, height: 1400 })
  await page.goto(`/console/content/projects/${project}`)
  const handle = page.getByRole('button', {
    name: t('content-project:items.drag', { title: 'Treasure chest' }),
  })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await page.getByText(/^Place 2 of/).waitFor()
  expect(await handle.evaluate((element) => element === document.activeElement)).toBe(true)
  for (const tab of ['', 'offers', 'texts', 'settings', 'leaderboards']) {
    await page.goto(`/console/content/projects/${project}/${tab}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

test('what is typed without a connection is there after the tab was closed', async ({ openHome }) => {
  const t = consoleTranslator('en')
  const { page, allowConsoleErrors } = await openHome('en')
  allowConsoleErrors(/ERR_FAILED/)
  const url = `/console/content/projects/${project}/texts`
  await page.goto(url)
  const field = page.getByRole('textbox', {
    name: `${t('content-project:field.name.label')}: English`,
    exact: true,
  })
  await page.route('**/api/operator/v1/content/drafts/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await field.fill('Typed offline')
  await page.getByText(t('content:save.offline')).waitFor()
  await page.unrouteAll()
  await page.goto('about:blank')
  await page.goto(url)
  await isSaved(page, 'en')
  expect(await field.inputValue()).toBe('Typed offline')
})

test('a new game goes from a zip to public in twenty clicks', async ({ environment, openHome }) => {
  const t = consoleTranslator('en')
  const { page, clicks } = await openHome('en')
  const button = (id: string) => page.getByRole('button', { name: t(`content-project:${id}`), exact: true })
  const counted = await clicks.during(async () => {
    await page
      .getByRole('navigation', { name: t('common:menu') })
      .getByRole('link', { name: t('common:area.content'), exact: true })
      .click()
    await page.getByRole('link', { name: t('content:projects.new'), exact: true }).click()
    await page.getByLabel(t('content-project:newGame.id'), { exact: true }).fill('tiny-game')
    await page.getByLabel(t('content-project:newGame.name', { language: 'English' })).fill('Tiny Game')
    await button('newGame.create').click()
    await page.getByRole('list', { name: t('content-project:start.label') }).waitFor()
    await publishDraft(page, 'A game to come')
    const zip = { name: 'game.zip', mimeType: 'application/zip', buffer: zipGame() }
    await page.getByLabel(t('game-servers:builds.choose')).setInputFiles(zip)
    await button('start.makePublic').click()
    await isSaved(page, 'en')
    await publishDraft(page, 'Ready')
  })
  expect(counted + 2).toBeLessThanOrEqual(20)
  await expect
    .poll(async () => (await fetch(`${environment.hubUrl}/games/en/tiny-game/`)).text())
    .toContain('Tiny Game')
})
