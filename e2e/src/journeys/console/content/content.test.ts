/** The hub's content in the console: taken in, translated by two people, published, rolled back. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../../environment/browser.ts'
import { startEnvironment, type TestEnvironment } from '../../../environment/environment.ts'
import { journey } from '../../../environment/journey.ts'
import { consoleTranslator, type Language, testedLanguages } from '../../../environment/translator.ts'
import { countClicks } from '../../../steps/count-clicks.ts'
import { openOwnerSession, openSession, useSession } from '../../../steps/operator-session.ts'

const test = journey({ start: startEnvironment })
  .extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))
  .extend('colleague', { scope: 'file' }, ({ environment, owner }) =>
    openSession(environment, owner, {
      ...{ email: 'writer@content.example', name: 'Wanda' },
      ...{ role: 'owner', project: '*', language: 'en' },
    }),
  )
  .extend('producer', { scope: 'file' }, ({ environment, owner }) =>
    openSession(environment, owner, {
      ...{ email: 'producer@content.example', name: 'Pavel' },
      ...{ role: 'producer', project: '*', language: 'en' },
    }),
  )
  .extend('openAs', async ({ environment, owner, colleague, producer, openTab }) => {
    return async (who: 'owner' | 'colleague' | 'producer', path: string, language: Language = 'en') => {
      const session = { owner, colleague, producer }[who]
      await session.call('PUT', '/session/language', { language })
      const tab = await openTab({ language })
      tab.allowConsoleErrors(/status of 409/)
      await useSession(tab.context, environment, session)
      await tab.page.goto(`/console/${path}`)
      await tab.page.getByRole('heading', { level: 1 }).waitFor()
      return tab.page
    }
  })

function speak(language: Language) {
  const t = consoleTranslator(language)
  return {
    t,
    button: (page: Page, id: string, values?: Record<string, string>) =>
      page.getByRole('button', { name: t(id, values), exact: true }),
    async confirm(page: Page, id: string, reason?: string, values?: Record<string, string>) {
      const dialog = page.getByRole('dialog')
      if (reason) await dialog.getByLabel(t('common:confirm.reason')).fill(reason)
      await dialog.getByRole('button', { name: t(id, values), exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    },
    editor: (page: Page, name: string) =>
      page.getByRole('textbox', { name: t('content:document.source', { language: name }) }),
    isSaved: (page: Page) => page.getByText(t('content:save.saved'), { exact: true }).waitFor(),
  }
}

/** What players read in a document, without scripts and tags. */
async function readDocument(
  { hubUrl }: TestEnvironment,
  name: string,
  language: Language = 'en',
): Promise<string> {
  const headers = { accept: 'text/html', 'accept-language': language }
  const html = await (await fetch(`${hubUrl}/docs/${name}.html`, { headers })).text()
  return html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ')
}

test('an owner takes the folder in, and nothing changes for players', async ({ openAs, environment }) => {
  const { t, button, confirm } = speak('en')
  const before = await readDocument(environment, 'terms')
  const page = await openAs('owner', 'content/documents/terms')
  await page.getByText(t('content:source.readOnly')).waitFor()
  expect(await page.getByRole('textbox').first().getAttribute('readonly')).not.toBeNull()
  await page.goto('/console/content')
  await button(page, 'content:source.import').click()
  await confirm(page, 'content:source.import', 'Prices change in the browser')
  await page.getByText(t('content:source.database')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await readDocument(environment, 'terms')).toBe(before)
})

test.for(testedLanguages('ru'))(
  'a new document is translated and published: %s',
  async (language, { openAs, environment }) => {
    const { t, button, confirm, editor, isSaved } = speak(language)
    const names = new Intl.DisplayNames(language, { type: 'language' })
    const [english, russian] = [names.of('en') ?? '', names.of('ru') ?? '']
    const name = `refunds-${language}`
    const page = await openAs('owner', 'content', language)
    const clicks = await countClicks(page)
    await page.reload()
    await button(page, 'content:documents.new').click()
    await page.getByLabel(t('content:newDocument.heading'), { exact: true }).fill('How refunds work')
    await page.getByLabel(t('content:newDocument.name'), { exact: true }).fill(name)
    await confirm(page, 'content:newDocument.create')
    await editor(page, english).fill('# How refunds work\n\nWrite to us **within 14 days**.')
    await isSaved(page)

    const counted = await clicks.during(async () => {
      await page.getByText(t('content:document.gap', { language: russian }), { exact: true }).click()
      await button(page, 'content:document.startCopy', { language: english }).click()
      await editor(page, russian).fill('# Возврат денег\n\nПишите **в течение 14 дней**.')
      await isSaved(page)
      await page.locator('article strong').getByText('в течение 14 дней').waitFor()
      await button(page, 'content:publish.action').click()
      expect(await accessibilityViolations(page)).toEqual([])
      await confirm(page, 'content:publish.action', 'Players asked')
    })
    expect(counted).toBeLessThanOrEqual(8)
    await expect.poll(() => readDocument(environment, name, 'ru')).toContain('в течение 14 дней')
  },
)

test('two editors of one file see each other, and both texts in a conflict', async ({
  openAs,
  environment,
}) => {
  const { t, button, confirm, editor, isSaved } = speak('en')
  const path = 'content/documents/terms?language=en'
  const first = await openAs('owner', path)
  await editor(first, 'English').fill('# Terms\n\nThe text of the owner.')
  await isSaved(first)

  const second = await openAs('colleague', path)
  await second.getByText(/is editing this, too/).waitFor()
  await editor(second, 'English').fill("# Terms\n\nWanda's text.")
  await isSaved(second)
  await button(first, 'content:publish.action').click()
  await confirm(first, 'content:publish.action', 'A new text')

  await editor(second, 'English').press('End')
  await editor(second, 'English').fill("# Terms\n\nWanda's longer text.")
  const conflict = second.getByRole('region', { name: t('content:conflict.label') })
  await conflict.getByText('The text of the owner.').waitFor()
  await conflict.getByText("Wanda's longer text.").waitFor()
  expect(await accessibilityViolations(second)).toEqual([])
  await button(second, 'content:conflict.keepMine').click()
  await isSaved(second)
  await button(second, 'content:publish.action').click()
  await confirm(second, 'content:publish.action', 'Both agreed')
  await expect.poll(() => readDocument(environment, 'terms')).toContain('longer text')
})

test('a version is rolled back in four clicks', async ({ openAs, environment }) => {
  const { t, button, confirm } = speak('ru')
  const page = await openAs('owner', '', 'ru')
  const clicks = await countClicks(page)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const counted = await clicks.during(async () => {
    await page
      .getByRole('navigation', { name: t('common:menu') })
      .getByRole('link', { name: t('common:area.content'), exact: true })
      .click()
    await page
      .getByRole('table', { name: t('content:history.latest') })
      .locator('a[data-row]')
      .first()
      .click()
    await page.getByText("Wanda's longer text.").waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await button(page, 'content:history.undo').click()
    await confirm(page, 'content:history.undo', 'Прежний текст точнее')
  })
  expect(counted).toBeLessThanOrEqual(4)
  await expect.poll(() => readDocument(environment, 'terms')).toContain('The text of the owner.')
})

test('an owner declines what a producer asks for, then publishes it, and undoes it at once', async ({
  openAs,
  environment,
}) => {
  const { t, button, confirm, editor, isSaved } = speak('en')
  const before = await readDocument(environment, 'privacy')
  const producer = await openAs('producer', 'content/documents/privacy?language=en')
  await editor(producer, 'English').fill('# Privacy\n\nWritten by Pavel.')
  await isSaved(producer)
  await button(producer, 'content:review.request').click()
  await confirm(producer, 'content:review.request', 'The lawyer agrees')
  await producer.getByText(t('content:review.waits')).waitFor()
  expect(await accessibilityViolations(producer)).toEqual([])

  const owner = await openAs('owner', '')
  await owner.getByRole('link', { name: /1 draft waits to be published/ }).click()
  const open = () =>
    owner
      .getByRole('table', { name: t('content:review.waiting') })
      .getByRole('link')
      .first()
      .click()
  await open()
  await owner.getByText('Written by Pavel.').waitFor()
  await owner.getByText('The lawyer agrees').waitFor()
  expect(await accessibilityViolations(owner)).toEqual([])
  await button(owner, 'content:review.decline').click()
  await confirm(owner, 'content:review.decline', 'Name the company')

  await producer.reload()
  await producer.getByText('Name the company').waitFor()
  await editor(producer, 'English').fill('# Privacy\n\nWritten by Pavel, for Playhub.')
  await isSaved(producer)
  await button(producer, 'content:review.request').click()
  await confirm(producer, 'content:review.request', 'It is named now')
  await button(producer, 'content:review.withdraw').waitFor()

  await owner.goto('/console/content')
  await open()
  await owner.getByText('It is named now').waitFor()
  await button(owner, 'content:publish.action').click()
  await confirm(owner, 'content:publish.action', 'Reads well')
  await expect.poll(() => readDocument(environment, 'privacy')).toContain('for Playhub.')
  await button(owner, 'content:publish.undo').click()
  await expect.poll(() => readDocument(environment, 'privacy')).toBe(before)
  await owner.goto('/console/')
  await owner.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => owner.getByRole('link', { name: /to be published/ }).count()).toBe(0)
})

test('an owner decides between a draft and what was published since, and publishes the choice', async ({
  openAs,
  environment,
}) => {
  const { t, button, confirm, editor, isSaved } = speak('en')
  const producer = await openAs('producer', 'content/documents/privacy?language=en')
  await editor(producer, 'English').fill('# Privacy\n\nThe text of Pavel.')
  await isSaved(producer)
  await button(producer, 'content:review.request').click()
  await confirm(producer, 'content:review.request', 'Shorter')
  await button(producer, 'content:review.withdraw').waitFor()
  // An open editor would find the conflict itself.
  await producer.goto('/console/')

  const owner = await openAs('owner', 'content/documents/privacy?language=en')
  await editor(owner, 'English').fill('# Privacy\n\nThe text of the owner.')
  await isSaved(owner)
  await button(owner, 'content:publish.action').click()
  await confirm(owner, 'content:publish.action', 'Longer')
  await expect.poll(() => readDocument(environment, 'privacy')).toContain('of the owner.')

  await owner.goto('/console/content')
  await owner
    .getByRole('table', { name: t('content:review.waiting') })
    .getByRole('link')
    .first()
    .click()
  const choose = (name: RegExp) => owner.getByRole('radio', { name }).click()
  await owner.getByRole('radio', { name: /The text of the owner/ }).waitFor()
  expect(await accessibilityViolations(owner)).toEqual([])
  expect(await button(owner, 'content:publish.action').isDisabled()).toBe(true)
  await choose(/The text of the owner/)
  await owner.getByText(t('content-draft:nothingChosen')).waitFor()
  await choose(/The text of Pavel/)
  await button(owner, 'content:publish.action').click()
  await confirm(owner, 'content:publish.action', 'Shorter is better')
  await expect.poll(() => readDocument(environment, 'privacy')).toContain('The text of Pavel.')
})
