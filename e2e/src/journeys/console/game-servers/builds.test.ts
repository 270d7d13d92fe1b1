/** The versions of a game in the console. */
import { russianBuildProblems } from '@playhub/contract/builds/russian-build-problems'
import { zipGame } from '@playhub/server/raw-zip'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../../environment/browser.ts'
import { startEnvironment, waitUntil } from '../../../environment/environment.ts'
import { journey } from '../../../environment/journey.ts'
import { consoleTranslator } from '../../../environment/translator.ts'
import { openOwnerSession, useSession } from '../../../steps/operator-session.ts'

const t = consoleTranslator('ru')
const project = 'islandm3'
const message = 'TypeError: board is undefined'

const test = journey({ start: startEnvironment })

test('staff learn in their language why a game is refused, and see the errors of a version', async ({
  environment,
  openTab,
}) => {
  const owner = await openOwnerSession(environment)
  await owner.call('PUT', '/session/language', { language: 'ru' })
  const tab = await openTab({ language: 'ru' })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  await useSession(tab.context, environment, owner)
  await page.goto(`/console/game-servers/${project}/builds`)

  const upload = (buffer: Buffer) =>
    page
      .getByLabel(t('game-servers:builds.choose'))
      .setInputFiles({ name: 'game.zip', mimeType: 'application/zip', buffer })
  await upload(zipGame({ '.env': 'KEY=1' }))
  await page.getByText(russianBuildProblems.FILE_FORBIDDEN).waitFor()
  await upload(zipGame())
  await page.getByRole('cell', { name: t('game-servers:builds.buildState.current') }).waitFor()
  await page.getByText(t('game-servers:builds.noErrors')).waitFor()

  await reportError(environment.hubUrl)
  const row = page.getByRole('row', { name: new RegExp(message) })
  await waitUntil(async () => {
    await page.reload()
    await page.getByRole('heading', { name: t('game-servers:builds.errors') }).waitFor()
    return (await row.count()) > 0 || undefined
  }, 'the error')
  await row.getByText('7', { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await row.getByText('7', { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

/** Simulates a player's page. */
async function reportError(hubUrl: string): Promise<void> {
  const send = (path: string, body: object) =>
    fetch(`${hubUrl}/api/play/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const started = await (await send('start', { project })).json()
  const { playId } = (started as { data: { result: { playId: string } } }).data.result
  await send('report', { playId, activeSeconds: 0, errors: [{ message, count: 7 }] })
}
