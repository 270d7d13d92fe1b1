/** The integration checker: a good game is green everywhere, and each fault is red with what to do. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { russianBuildProblems } from '@playhub/contract/builds/russian-build-problems'
import { makeZip } from '@playhub/server/raw-zip'
import { type LocalServer, startLocalServer } from '@playhub/test-kit/local-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { buildSdk } from '../../../../packages/game-sdk/build.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'

const t = translator('en')

/** Reports as the boot script of an uploaded build does. */
const report = (event: string) =>
  `parent.postMessage({ type: 'playhub:boot', playId: 'checker', ...${event} }, '*')`

/** Does everything on the checks' list. */
const goodGame = `<!doctype html><link rel="icon" href="data:,">
<button id="buy">Buy</button> <button id="save" disabled>Save</button>
<script src="/playhub-sdk.js"></script>
<script type="module">
  ${report("{ event: 'loaded', bytes: 2000000, files: 9, hosts: [] }")}
  ${report("{ event: 'frames', median: 60, worst: 55 }")}
  ${report("{ event: 'sound', running: 0 }")}
  const hub = await Playhub.connect({
    hubOrigins: [document.referrer.replace(/\\/$/, '')],
    mergeSave: (key, { mine, theirs }) => Math.max(mine, theirs),
  })
  save.onclick = async () => hub.saves.set('level', ((await hub.saves.get('level')) ?? 0) + 1)
  save.disabled = false
  const deliver = async () => {
    for (const { id } of await hub.getPurchases()) await hub.consumePurchase(id)
  }
  buy.onclick = () => hub.purchase({ itemId: 'coins-1' }).then(deliver)
  hub.onPause(() => hub.gameplayStop())
  await deliver()
  hub.ready()
  hub.gameplayStart()
</script>`

/** Connects and buys, and does everything else wrong. */
const badGame = `<!doctype html><link rel="icon" href="data:,">
<button id="buy">Buy</button> <button id="save" disabled>Save</button>
<script src="/playhub-sdk.js"></script>
<script type="module">
  ${report("{ event: 'loaded', bytes: 50000000, files: 9, hosts: ['cdn.example'] }")}
  ${report("{ event: 'frames', median: 20, worst: 5 }")}
  ${report("{ event: 'sound', running: 2 }")}
  ${report("{ event: 'error', message: 'TypeError: no level', count: 1 }")}
  const hub = await Playhub.connect({ hubOrigins: [document.referrer.replace(/\\/$/, '')] })
  buy.onclick = () => hub.purchase({ itemId: 'coins-1' })
  const overwrite = () => hub.saves.set('level', 1)
  save.onclick = () => overwrite().catch(overwrite)
  save.disabled = false
</script>`

const pages: Record<string, string> = {
  '/good': goodGame,
  '/bad': badGame,
  '/framed': '<!doctype html><p>Not here</p>',
  '/silent': '<!doctype html><link rel="icon" href="data:,"><p>No SDK</p>',
}

type CheckerEnvironment = TestEnvironment & { site: LocalServer; contentDir: string }

async function startWithGames(): Promise<CheckerEnvironment> {
  const outDir = temporaryFolder('sdk')
  await buildSdk({ outDir })
  const sdk = readFileSync(join(outDir, 'playhub.js'), 'utf8')
  const site = await startLocalServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://team')
    const hubUrl = searchParams.get('hub')
    const page = hubUrl ? portalGame(hubUrl) : pages[pathname]
    const body = pathname === '/playhub-sdk.js' ? sdk : page
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    response
      .writeHead(body ? 200 : 404, {
        'content-type': `${type}; charset=utf-8`,
        ...(pathname === '/framed' && { 'x-frame-options': 'DENY' }),
      })
      .end(body)
  })
  const { dir: contentDir } = copyContent()
  writeFileSync(join(contentDir, 'projects/hosted.yaml'), 'name: { en: Hosted }\n')
  const environment = await startEnvironment({ CONTENT_DIR: contentDir })
  const close = async () => void (await Promise.all([environment.close(), site.close()]))
  return { ...environment, site, contentDir, close }
}

const test = journey({ start: startWithGames })

/** Connects by the SDK of its hub. */
const uploadedGame = (
  hubUrl: string,
) => `<!doctype html><html lang="en"><title>Tiny</title><link rel="icon" href="data:,">
<script src="${hubUrl}/sdk/v1/playhub.js"></script>
<script type="module">
  const hub = await Playhub.connect()
  hub.ready()
</script>`

const isGreen = async (page: Page) => {
  for (const name of ['framing', 'connects', 'ready', 'size', 'hosts']) await expectState(page, name, 'green')
}

/** Stops the clock of the hub's page, so a slow machine makes no game late. */
const stopClock = (page: Page) =>
  page.addInitScript(() => {
    if (window === top) performance.now = () => 0
  })

/** Lets milliseconds pass on a stopped clock. */
const passTime = (page: Page, ms: number) =>
  page.evaluate((ms) => {
    const now = performance.now() + ms
    performance.now = () => now
  }, ms)

async function check(page: Page, url: string): Promise<void> {
  await page.goto('/developers')
  await page.getByLabel(t('developers:url')).fill(url)
  await page.getByRole('button', { name: t('developers:run'), exact: true }).click()
}

/** Drops a file as a file manager does. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: 'application/zip' }))
      return transfer
    },
    [name, content.toString('base64')] as const,
  )
  await page
    .getByRole('heading', { name: t('developers:upload.title') })
    .dispatchEvent('drop', { dataTransfer: transfer })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const expectState = (page: Page, check: string, state: string) =>
  page.locator(`[data-check=${check}][data-state=${state}]`).waitFor()

async function buyIn(page: Page): Promise<void> {
  await page.frameLocator('#checked-game').getByRole('button', { name: 'Buy' }).click()
  await press(page, t('developers:pay'))
}

const saveIn = (page: Page) =>
  page.frameLocator('#checked-game').getByRole('button', { name: 'Save' }).click()

async function answerByEye(page: Page, name: 'resize' | 'language', answer: string): Promise<void> {
  const group = page.getByRole('group', { name: t(`developers:byEye.${name}`) })
  await group.getByRole('button', { name: answer, exact: true }).click()
}

test('a game that does everything is green everywhere', async ({ page, environment }) => {
  await stopClock(page)
  await check(page, `${environment.site.url}/good`)
  await expectState(page, 'ready', 'green')
  await buyIn(page)
  await expectState(page, 'consume', 'green')
  await press(page, t('developers:action.pause'))
  await passTime(page, 1_500)
  await expectState(page, 'pause', 'green')
  await press(page, t('developers:action.redeliver'))
  await expectState(page, 'redelivery', 'green')
  await saveIn(page)
  await expectState(page, 'save', 'green')
  await press(page, t('developers:action.restart'))
  await saveIn(page)
  await expectState(page, 'reload', 'green')
  await press(page, t('developers:action.conflict'))
  await saveIn(page)
  await expectState(page, 'conflict', 'green')
  await answerByEye(page, 'resize', t('developers:byEye.good'))
  await answerByEye(page, 'language', t('developers:byEye.good'))
  const states = await page
    .locator('[data-check]')
    .evaluateAll((all) =>
      all.map((one) => `${one.getAttribute('data-check')} ${one.getAttribute('data-state')}`),
    )
  expect(states).toHaveLength(17)
  expect(states.filter((state) => !state.endsWith(' green'))).toEqual([])
  expect(await accessibilityViolations(page)).toEqual([])
})

test('each fault is red and says what to do', async ({ tab, environment }) => {
  const { page } = tab
  await stopClock(page)
  await check(page, `${environment.site.url}/bad`)
  await buyIn(page)
  await press(page, t('developers:action.pause'))
  await saveIn(page)
  await expectState(page, 'save', 'green')
  await press(page, t('developers:action.conflict'))
  await saveIn(page)
  await expectState(page, 'conflict', 'yellow')
  await press(page, t('developers:action.redeliver'))
  await saveIn(page)
  await answerByEye(page, 'resize', t('developers:byEye.bad'))
  await answerByEye(page, 'language', t('developers:byEye.bad'))
  await passTime(page, 10_001)
  for (const name of [
    'ready',
    'size',
    'frames',
    'pause',
    'sound',
    'consume',
    'redelivery',
    'reload',
    'resize',
    'language',
    'errors',
  ])
    await expectState(page, name, 'red')
  await page.getByText('TypeError: no level').first().waitFor()
  await expectState(page, 'hosts', 'yellow')
  await page.locator('[data-check=hosts]').getByText('network: [cdn.example]').waitFor()

  await check(page, `${environment.site.url}/silent`)
  await page.locator('#checked-game').waitFor()
  await passTime(page, 10_001)
  await expectState(page, 'connects', 'red')
  await page.locator('[data-check=connects]').getByText('/sdk/').waitFor()

  tab.allowConsoleErrors(/X-Frame-Options|Refused to display|Framing/i)
  await check(page, `${environment.site.url}/framed`)
  await expectState(page, 'framing', 'red')
  await page.locator('[data-check=framing]').getByText('X-Frame-Options: DENY').waitFor()
})

test('a zip runs as a build of this hub, and its report says what is wrong with its files', async ({
  page,
  environment,
}) => {
  await stopClock(page)
  await page.goto('/developers')
  await page.getByRole('button', { name: t('developers:upload.zip') }).waitFor()
  const files = [
    { name: 'index.html', content: uploadedGame(environment.hubUrl) },
    { name: 'game.js.map', content: '{}' },
  ]
  await drop(page, 'game.zip', makeZip(files))
  await isGreen(page)
  expect(await page.locator('#checked-game').getAttribute('src')).toMatch(
    /^http:\/\/try-[0-9a-f]{16}\.games\.localhost:\d+\/v\/1\/index\.html/,
  )
  await page.getByRole('listitem').filter({ hasText: 'game.js.map: Source maps' }).waitFor()
  // A game asks again until a busy hub responds.
  await page.getByText('handshake hello').first().waitFor()
  await press(page, t('developers:copyReport'))
  await page.getByText(t('developers:copied')).waitFor()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toMatch(/^# Check your game\n\ngame\.zip\n\n- `game\.js\.map`: Source maps /)
  expect(report).toContain('| Connects | Good |')
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a folder runs too, and a refused one is listed file by file, in Russian', async ({
  openTab,
  environment,
}) => {
  const ru = translator('ru')
  const tab = await openTab({ language: 'ru', width: 360, height: 740 })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  await stopClock(page)
  await page.goto('/developers')
  const folder = join(temporaryFolder('game'), 'моя игра')
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  write('index.html', uploadedGame(environment.hubUrl))
  write('node_modules/left-pad/index.js', 'a library')
  write('уровни/.env', 'KEY=1')
  write('save.php', '')
  const choose = async () => {
    const button = page.getByRole('button', { name: ru('developers:upload.folder') })
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.press('Enter')])
    await chooser.setFiles(folder)
  }
  await choose()
  await page.getByRole('alert').filter({ hasText: 'моя игра' }).waitFor()
  const problems = page.getByRole('listitem').filter({ hasText: russianBuildProblems.FILE_FORBIDDEN })
  await problems.nth(1).waitFor()
  expect((await problems.locator('code').allTextContents()).toSorted()).toEqual([
    'моя игра/save.php: ',
    'моя игра/уровни/.env: ',
  ])
  expect(await accessibilityViolations(page)).toEqual([])

  rmSync(join(folder, 'save.php'))
  rmSync(join(folder, 'уровни'), { recursive: true })
  await choose()
  await isGreen(page)
  await page.getByText(ru('developers:build.flawless')).waitFor()
  await page.getByText(/моя игра: 1 файл, /).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a hosted game is checked by its id, and a portal is chosen for a build', async ({
  page,
  environment,
}) => {
  await stopClock(page)
  const folder = temporaryFolder('hosted')
  writeFileSync(join(folder, 'index.html'), uploadedGame(environment.hubUrl))
  await environment.runCommand('games', 'publish', 'hosted', folder)
  await check(page, 'hosted')
  await isGreen(page)
  expect(await page.getByText('frameUrl').count()).toBe(0)

  await page.reload()
  await page.getByLabel(t('developers:upload.portal')).selectOption('poki')
  await drop(page, 'game.zip', makeZip([{ name: 'index.html', content: uploadedGame(environment.hubUrl) }]))
  await page.getByText('compat: poki').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

/** At a URL of its own, with the hub's replacement of the SDK of Yandex Games. */
const portalGame = (hubUrl: string) => `<!doctype html><link rel="icon" href="data:,">
<button id="buy">Buy</button> <button id="save" disabled>Save</button>
<script src="${hubUrl}/sdk/compat/yandex.js"></script>
<script type="module">
  const ysdk = await YaGames.init()
  ysdk.adv.showFullscreenAdv({ callbacks: {} })
  ysdk.adv.showFullscreenAdv({ callbacks: {} })
  if (ysdk.adv.showMegaAdv) ysdk.adv.showMegaAdv()
  ysdk.features.LoadingAPI.ready()
  const player = await ysdk.getPlayer()
  buy.onclick = () => ysdk.payments.purchase({ id: 'gold_100' })
  save.onclick = async () => {
    const { level = 0 } = await player.getData()
    await player.setData({ level: level + 1 }, true)
    await ysdk.leaderboards.setScore('bestScore', level).catch(() => {})
  }
  save.disabled = false
</script>`

test('calls of a portal are listed with what the hub has of them', async ({ page, environment }) => {
  await check(page, `${environment.site.url}/portal?hub=${encodeURIComponent(environment.hubUrl)}`)
  await expectState(page, 'compat', 'red')
  await page.locator('[data-check=compat]').getByText('ysdk.adv.showMegaAdv').waitFor()
  const rows = await page
    .locator('[data-use]')
    .evaluateAll((all) =>
      all.map((row) => [
        row.getAttribute('data-use'),
        row.getAttribute('data-support'),
        (row as HTMLTableRowElement).cells[1]?.textContent,
      ]),
    )
  expect(rows).toEqual([
    ['ysdk.adv.showMegaAdv', 'unknown', '1'],
    ['ysdk.adv.showFullscreenAdv', 'unavailable', '2'],
    ['YaGames.init', 'supported', '1'],
    ['ysdk.features.LoadingAPI.ready', 'supported', '1'],
    ['ysdk.getPlayer', 'supported', '1'],
  ])
  await page.getByText('compat ysdk.adv.showMegaAdv').waitFor()
  await press(page, t('developers:copyReport'))
  await page.getByText(t('developers:copied')).waitFor()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('| `ysdk.adv.showFullscreenAdv` | 2 | Unavailable |')
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a build that was made for a portal runs on the replacement of its SDK', async ({ page }) => {
  await page.goto('/developers')
  await page.getByRole('button', { name: t('developers:upload.zip') }).waitFor()
  const content = `<!doctype html><html lang="en"><title>Tiny</title><link rel="icon" href="data:,">
    <script>
      const tag = document.createElement('script')
      tag.onload = async () => (await YaGames.init()).features.LoadingAPI.ready()
      tag.src = 'https://yandex.ru/games/sdk/v2'
      document.head.append(tag)
    </script>`
  await drop(page, 'game.zip', makeZip([{ name: 'index.html', content }]))
  await expectState(page, 'compat', 'green')
  await expectState(page, 'hosts', 'green')
  await page.locator('[data-use="ysdk.features.LoadingAPI.ready"][data-support=supported]').waitFor()
  await page.locator('pre').filter({ hasText: 'compat: yandex' }).waitFor()
})

test('saves of a portal, and lines for what the project does not declare', async ({
  openTab,
  environment,
}) => {
  const { page } = await openTab({ width: 360, height: 740 })
  await stopClock(page)
  await check(page, `${environment.site.url}/portal?hub=${encodeURIComponent(environment.hubUrl)}`)
  await expectState(page, 'ready', 'green')
  const conflict = page.getByRole('button', { name: t('developers:action.conflict'), exact: true })
  expect(await conflict.isDisabled()).toBe(true)
  await press(page, t('developers:action.player'))
  await buyIn(page)
  await saveIn(page)
  await expectState(page, 'save', 'green')
  await press(page, t('developers:action.restart'))
  await saveIn(page)
  await expectState(page, 'reload', 'green')
  await conflict.click()
  await saveIn(page)
  await page.locator('[data-check=conflict]').getByText(t('developers:check.conflict.portal')).waitFor()
  const yaml = page.locator('pre').filter({ hasText: 'frameUrl' })
  await yaml.getByText('gameId: gold_100').waitFor()
  await yaml.getByText('aliases: [bestScore]').waitFor()
  await page.getByRole('button', { name: `${t('developers:copy')}: ${t('developers:embed.yaml')}` }).click()
  const lines = await page.evaluate(() => navigator.clipboard.readText())
  expect(lines).toContain('items:\n  - id: gold-100\n    gameId: gold_100\n')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityViolations(page)).toEqual([])
  writeFileSync(
    join(environment.contentDir, 'projects/new-game.yaml'),
    `name: { ru: Игра, en: Game }\n${lines}\n`,
  )
  expect(await environment.runCommand('content', 'check')).toContain('is valid')
})

test('what is no address is refused with a sentence', async ({ page }) => {
  await check(page, 'javascript:alert(1)')
  await page.getByText(t('developers:urlInvalid')).waitFor()
})
