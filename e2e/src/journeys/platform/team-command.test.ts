/** A team's day: npm gets the command and the SDK from the hub, and a preview opens in the hub's frame. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { call } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { temporaryFolder } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'

const test = journey({ start: startEnvironment })

/** A folder of a team's own, and npm without a registry. */
async function openTeam({ hubUrl, runCommand }: TestEnvironment) {
  const folder = temporaryFolder('team')
  mkdirSync(join(folder, 'build'))
  writeFileSync(join(folder, 'build/index.html'), '<!doctype html><title>Tiny</title>')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const created = await runCommand('keys', 'create', 'islandm3', '--scope', 'builds', '--name', 'CI')
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_update_notifier: 'false',
    PLAYHUB_KEY: /playhub_[\w-]{43}/.exec(created)?.[0],
  }
  const run = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args, { env, cwd: folder })).stdout
  const playhub = (...words: string[]) =>
    run('npx', '--yes', `${hubUrl}/sdk/playhub.tgz`, ...words, '--hub', new URL(hubUrl).host)
  return { folder, run, playhub }
}

test('a team publishes, lists and returns to builds by a command from the hub', async ({ environment }) => {
  const { playhub } = await openTeam(environment)
  expect(await playhub('publish', './build', '--label', 'v1')).toMatch(
    /^1 files, \d of them new\.\nBuild \d+ is what players get now\./,
  )
  await playhub('publish', './build')
  expect(await playhub('builds')).toMatch(/^\d+ .* by key CI, 1 files, .*, players get it\n\d+ \(v1\) /)
  expect(await playhub('rollback')).toMatch(/^Players get build \d+ again\.\n$/)
})

test('a game installs the SDK from the hub', async ({ environment: { hubUrl, ...environment } }) => {
  const { run } = await openTeam({ hubUrl, ...environment })
  await run('npm', 'install', `${hubUrl}/sdk/playhub-game-sdk.tgz`)
  const script = "import('@playhub/game-sdk').then((sdk) => console.log(typeof sdk.connect))"
  expect(await run(process.execPath, '-e', script)).toBe('function\n')
  expect(await run('npx', 'playhub', 'builds', '--hub', hubUrl)).toMatch(/^\d+ /)
  await run('npm', 'ci')
})

/** Simulates a released game: without local mode. */
const releasedGame = (hubUrl: string) => `<!doctype html><html lang="en"><title>Tiny</title>
<link rel="icon" href="data:,"><output id="state"></output><button id="buy">Buy</button>
<script src="${hubUrl}/sdk/v1/playhub.js"></script>
<script type="module">
  const hub = await Playhub.connect({ local: false })
  const items = (await hub.getCatalog()).map(({ id }) => id)
  state.value = [hub.project.id, hub.player.name, items.includes('islandm3-hints')].join()
  await hub.saves.set('level', 7)
  buy.onclick = async () => {
    const { status, purchase } = await hub.purchase({ itemId: 'islandm3-hints' })
    state.value = [status, (await hub.consumePurchase(purchase.id)).alreadyConsumed, await hub.saves.get('level')].join()
  }
  hub.ready()
</script>`

test('a preview plays in the frame of the hub with a test player, and nothing of it reaches the account', async ({
  environment,
  openTab,
  player,
}) => {
  const { folder, playhub } = await openTeam(environment)
  writeFileSync(join(folder, 'build/index.html'), releasedGame(environment.hubUrl))
  const printed = await playhub('publish', './build', '--no-activate')
  const link = /Preview: (\S+)/.exec(printed)?.[1] ?? ''
  expect(link).toMatch(`${environment.hubUrl}/developers/previews/islandm3--`)
  const t = translator('en')
  const { page, ...tab } = await openTab({ player })
  await page.goto(link)
  const game = page.frameLocator('#checked-game')
  await game.getByText('islandm3,Test Player,true').waitFor()
  await game.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: t('developers:pay') }).click()
  await game.getByText('paid,false,7').waitFor()
  await page.locator('[data-check=connects][data-state=green]').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const { jwt } = player
  for (const path of ['/play/saves?project=islandm3', '/purchases?project=islandm3'])
    expect(
      (await call<{ data: { result: unknown[] } }>(environment, 'GET', path, { jwt })).data.result,
    ).toEqual([])

  const frame = (await page.locator('#checked-game').getAttribute('src')) ?? ''
  await page.goto(frame)
  expect(page.url()).toBe(link)

  tab.allowConsoleErrors(/status of 404/)
  for (const wrong of [link.replace(/.{4}$/, '0000'), link.replace('islandm3', 'familytown')]) {
    const response = await page.goto(wrong)
    expect([response?.status(), await page.locator('iframe').count()]).toEqual([404, 0])
  }
})

test('a preview fits a phone, in Russian', async ({ environment, openTab }) => {
  const { playhub } = await openTeam(environment)
  const link = /Preview: (\S+)/.exec(await playhub('publish', './build', '--no-activate'))?.[1] ?? ''
  const { page } = await openTab({ language: 'ru', width: 360, height: 740 })
  await page.goto(link)
  await page.getByText(translator('ru')('developers:preview.intro')).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityViolations(page)).toEqual([])
})

test('the documents of teams are read without scripts, and searched by keyboard', async ({
  browser,
  environment,
}) => {
  const context = await browser.newContext({ baseURL: environment.hubUrl, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/developers/docs/')
  await page.getByRole('link', { name: 'Publish a game' }).click()
  await page.getByText(`npx --yes ${environment.hubUrl}/sdk/playhub.tgz publish`).waitFor()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('save_conflict')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Errors', exact: true }).click()
  expect(page.url()).toBe(`${environment.hubUrl}/developers/docs/sdk#errors`)
  await context.close()
})

test('the documents of teams fit a phone and are accessible in both themes', async ({ openTab }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const { page } = await openTab({ language: 'ru', width: 360, height: 740, colorScheme })
    for (const path of ['', 'publish', 'engines', 'portals/yandex', '?q=webhook', '?q=zzzz']) {
      await page.goto(`/developers/docs/${path}`)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
      expect([path, await accessibilityViolations(page)]).toEqual([path, []])
    }
  }
})
