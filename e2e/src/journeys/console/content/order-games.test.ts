/** The catalogue's order in the console: by buttons, by keys and by dragging. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../../environment/browser.ts'
import { journey } from '../../../environment/journey.ts'
import { consoleTranslator, testedLanguages } from '../../../environment/translator.ts'
import { startContentEnvironment } from '../../../steps/content.ts'
import { openOwnerSession, useSession } from '../../../steps/operator-session.ts'

const test = journey({ start: startContentEnvironment }).extend(
  'owner',
  { scope: 'file' },
  ({ environment }) => openOwnerSession(environment),
)

async function listGames(hubUrl: string): Promise<string[]> {
  const response = await fetch(`${hubUrl}/api/control/get-games-data`)
  const { data } = (await response.json()) as { data: { result: { project: string }[] } }
  return data.result.map(({ project }) => project)
}

const hasFocus = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => button === document.activeElement)

test.for(testedLanguages('ru'))(
  'a game moves by keys, by a button and by dragging, and players see it once published, until that is undone: %s',
  async (language, { environment, owner, openTab }) => {
    const t = consoleTranslator(language)
    const names = {
      en: { first: 'Treasure Island M3', moved: 'Skyport' },
      ru: { first: 'Остров сокровищ M3', moved: 'Небесный порт' },
    }[language]
    const drag = t('content-project:items.drag', { title: names.moved })
    const up = t('content-project:settings.moveUp', { name: names.moved })
    await owner.call('PUT', '/session/language', { language })
    const { page, context } = await openTab({ language })
    await useSession(context, environment, owner)
    await page.setViewportSize({ width: 360, height: 900 })
    await page.goto('/console/content')
    await page.getByRole('link', { name: t('content:order.open'), exact: true }).click()
    await page.getByText(t('content:order.outside'), { exact: true }).waitFor()
    const isAt = (place: number) =>
      page.getByText(t('content-project:items.moved', { place: `${place}`, number: '5' })).waitFor()
    const readOrder = () => page.locator('tbody td:nth-child(2)').allTextContents()

    await page.getByRole('button', { name: drag }).focus()
    await page.keyboard.press('ArrowUp')
    await isAt(3)
    await page.getByRole('button', { name: up, exact: true }).focus()
    await page.keyboard.press('Enter')
    await isAt(2)
    expect(await hasFocus(page, up)).toBe(true)
    const handle = await page.getByRole('button', { name: drag }).boundingBox()
    const first = await page.locator('tbody tr').first().boundingBox()
    if (!handle || !first) throw new Error('A row is not shown')
    await page.mouse.move(handle.x + 10, handle.y + 10)
    await page.mouse.down()
    await page.mouse.move(handle.x + 10, first.y + 5, { steps: 4 })
    await page.mouse.up()
    await isAt(1)
    expect((await readOrder())[0]).toBe(names.moved)

    const publish = page.getByRole('button', { name: t('content:publish.action'), exact: true })
    await publish.waitFor()
    expect(await publish.count()).toBe(1)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await publish.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('common:confirm.reason')).fill('Skyport is first')
    await dialog.getByRole('button', { name: t('content:publish.action'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await listGames(environment.hubUrl))[0]).toBe('skyport')

    await page.getByRole('button', { name: t('content:publish.undo'), exact: true }).click()
    await expect.poll(async () => (await listGames(environment.hubUrl))[0]).toBe('islandm3')
    await page.reload()
    await publish.waitFor()
    expect((await readOrder())[0]).toBe(names.moved)
    await owner.call('POST', '/content/drafts/skyport/discard', {})
    await page.reload()
    await expect.poll(async () => (await readOrder())[0]).toBe(names.first)
  },
)
