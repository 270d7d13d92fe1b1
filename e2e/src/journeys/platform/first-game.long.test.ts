/** Types the commands in `docs/first-game.md` as they are, as a game team would, then plays and buys in a browser. */

import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { storeLogin } from '../../environment/api.ts'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { root, startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { payByCard } from '../../steps/payment.ts'

type TypedEnvironment = TestEnvironment & { contentDir: string; dataDir: string }

async function startWithOwnContent(): Promise<TypedEnvironment> {
  const { dir: contentDir } = copyContent()
  const dataDir = temporaryFolder('first-game')
  const environment = await startEnvironment({ CONTENT_DIR: contentDir, DATA_DIR: dataDir })
  return { ...environment, contentDir, dataDir }
}

const test = journey({ start: startWithOwnContent })
const page = readFileSync(join(root, 'docs/first-game.md'), 'utf8')
const typed = [...page.matchAll(/<!-- typed -->\n```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands)

test('the page has at most ten commands and edits', () => {
  expect(typed.length).toBeGreaterThan(0)
  const commands = typed
    .join('')
    .replace(/<<'END'\n.*?^END$/gms, '')
    .trim()
    .split('\n')
  // Opening the page, Play and Buy are the last three.
  expect(commands.length + 3).toBeLessThanOrEqual(10)
})

test('a newcomer sells an item of their own game with the commands of the page', {
  timeout: 200_000,
}, async ({ environment, player, tab, openTab }) => {
  const { hubUrl, contentDir, dataDir } = environment
  const script = typed
    .join('\n')
    .replaceAll('http://localhost:3000', hubUrl)
    .replaceAll('content/projects/', `${contentDir}/projects/`)
    .replaceAll(/\btiny\/index\.html/g, `${dataDir}/tiny/index.html`)
    .replace('mkdir tiny', `mkdir ${dataDir}/tiny`)
    .replace('publish tiny tiny', `publish tiny ${dataDir}/tiny`)
  const env = {
    ...process.env,
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
    PUBLIC_URL: hubUrl,
    GAMES_PORT: new URL(environment.gamesUrl).port,
  }
  await promisify(execFile)('bash', ['-e', '-c', script], { cwd: root, env })

  const url = `${hubUrl}/games/en/tiny/`
  await waitUntil(async () => {
    const response = await fetch(url, { redirect: 'manual' })
    return response.status === 200 || undefined
  }, 'the page of the new game')
  await storeLogin(tab.page, player)
  await tab.page.goto(`${url}?play=1`)
  const game = tab.page.frameLocator('#game-frame')
  await game.getByRole('button', { name: 'Buy 100 gems' }).click()
  await payByCard(tab.page)
  await waitUntil(async () => (await game.locator('#gems').textContent()) === '100' || undefined, '100 gems')
  await tab.page.reload()
  await waitUntil(async () => (await game.locator('#gems').textContent()) === '100' || undefined, 'gems kept')

  const otherDevice = await openTab({ player })
  await otherDevice.page.goto(`${url}?play=1`)
  const sameGame = otherDevice.page.frameLocator('#game-frame')
  await sameGame.locator('#gems', { hasText: /^100$/ }).waitFor()
  rmSync(join(dataDir, 'tiny'), { recursive: true, force: true })
})
