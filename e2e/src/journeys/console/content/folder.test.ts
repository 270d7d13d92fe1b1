/** Content that is read from a folder: a change is tried in the console, and applied by whoever deploys the folder. */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../../environment/browser.ts'
import { temporaryFolder } from '../../../environment/content.ts'
import { root, startEnvironment } from '../../../environment/environment.ts'
import { journey } from '../../../environment/journey.ts'
import { consoleTranslator } from '../../../environment/translator.ts'
import { openOwnerSession, useSession } from '../../../steps/operator-session.ts'

const test = journey({ start: startEnvironment }).extend('owner', { scope: 'file' }, ({ environment }) =>
  openOwnerSession(environment),
)

test.for(['en', 'ru'] as const)(
  'a change is checked, kept in the browser and downloaded as a patch: %s',
  async (language, { environment, owner, openTab }) => {
    const t = consoleTranslator(language)
    await owner.call('PUT', '/session/language', { language })
    const { page, context } = await openTab({ language })
    await useSession(context, environment, owner)
    await page.goto('/console/content/projects/islandm3/source')
    const source = page.getByRole('textbox', { name: t('content-project:source.label') })
    const bar = page.getByRole('region', { name: t('patch:label') })
    const download = bar.getByRole('button', { name: t('patch:download') })
    await bar.getByText(t('patch:none')).waitFor()
    await source.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('supportEmail: nobody')
    await bar.getByText(t('patch:problems')).first().waitFor()
    expect(await download.isDisabled()).toBe(true)
    await page.keyboard.type('@studio.example')
    await page.getByText(t('content:save.checked')).waitFor()
    await page.reload()
    await bar.getByText(t('patch:text')).waitFor()
    await expect.poll(() => download.isEnabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])

    const [{ path, suggestedFilename }] = await Promise.all([
      page.waitForEvent('download').then((file) => ({
        path: file.path(),
        suggestedFilename: file.suggestedFilename(),
      })),
      download.click(),
    ])
    expect(suggestedFilename).toBe('islandm3.patch')
    const folder = temporaryFolder('content')
    cpSync(join(root, 'content'), folder, { recursive: true })
    const applied = spawnSync('git', ['apply'], { cwd: folder, input: await readFile(await path) })
    expect(applied.status).toBe(0)
    const file = 'projects/islandm3.yaml'
    expect(readFileSync(join(folder, file), 'utf8')).toBe(
      `${readFileSync(join(root, 'content', file), 'utf8')}supportEmail: nobody@studio.example`,
    )

    await bar.getByRole('button', { name: t('patch:discard') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('patch:discard') })
      .click()
    await bar.getByText(t('patch:none')).waitFor()
  },
)

test('offers are shown, and the screen says why none can be changed', async ({
  environment,
  owner,
  openTab,
}) => {
  const t = consoleTranslator('en')
  await owner.call('PUT', '/session/language', { language: 'en' })
  const { page, context } = await openTab({ language: 'en' })
  await useSession(context, environment, owner)
  await page.goto('/console/offers/islandm3')
  await page.getByText(t('content:source.readOnly')).waitFor()
  expect(await page.getByRole('button', { name: t('offers:new'), exact: true }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
})
