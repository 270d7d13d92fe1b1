/** A game for Yandex Games, unchanged in the hub: it saves, submits a score, sells, lists games and leaves. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { fillCard } from '../../steps/payment.ts'

const t = translator('en')
const project = 'gems'
const gameUrl = `/games/en/${project}/?play=1`

const yaml = `name: { en: Gems }
paymentsMethods:
  - provider: stripe
    methods: [card]
items:
  - id: gem10
    title: { en: Ten gems }
    price: { RUB: 99, USD: 0.99 }
leaderboards:
  - id: best
    aliases: [points]
    title: { en: Best }
    minPlaySeconds: 0
game:
  compat: yandex
`

const game = `<!doctype html><title>Gems</title><link rel="icon" href="data:,">
<script src="https://yandex.ru/games/sdk/v2"></script>
<output></output><p></p><button id="buy">Buy</button><button id="score">Score</button><button id="exit">Exit</button>
<script>
  const show = (gems) => { document.querySelector('output').textContent = gems }
  const say = (text) => { document.querySelector('p').textContent = text }
  // Games for several portals find out by the address where they run.
  if (!location.href.includes('yandex')) throw new Error('Unknown portal')
  YaGames.init().then(async (ysdk) => {
    const player = await ysdk.getPlayer()
    const payments = await ysdk.getPayments()
    let { gems = 0 } = await player.getData(['gems'])
    const give = async ({ purchaseToken }) => {
      gems += 10
      await player.setData({ gems }, true)
      await payments.consumePurchase(purchaseToken)
      show(gems)
    }
    for (const purchase of await payments.getPurchases()) await give(purchase)
    buy.onclick = async () => give(await payments.purchase({ id: 'gem10' }))
    score.onclick = async () => {
      await (await ysdk.getLeaderboards()).setLeaderboardScore('points', gems)
      const { userRank, entries } = await ysdk.leaderboards.getEntries('points', { includeUser: true })
      const { games } = await ysdk.features.GamesAPI.getAllGames()
      say([userRank, entries[0].score, games.some(({ appID }) => appID === 'islandm3')].join())
    }
    exit.onclick = () => ysdk.dispatchEvent(ysdk.EVENTS.EXIT)
    ysdk.features.LoadingAPI.ready()
    show(gems)
  })
</script>`

const content = copyContent()
writeFileSync(join(content.dir, `projects/${project}.yaml`), yaml)
const test = journey({ start: () => startEnvironment({ CONTENT_DIR: content.dir }) })

async function openGame(page: Page) {
  await page.goto(gameUrl)
  const frame = page.frameLocator('#game-frame:not([inert])')
  await frame.locator('output:not(:empty)').waitFor()
  return frame
}

test('a game for Yandex sells, saves, scores and leaves, and finds its save on another device', async ({
  environment,
  openTab,
  player,
}) => {
  const folder = temporaryFolder('gems')
  writeFileSync(join(folder, 'index.html'), game)
  await environment.runCommand('games', 'publish', project, folder)

  const { page } = await openTab({ player })
  const frame = await openGame(page)
  await frame.getByRole('button', { name: 'Buy' }).click()
  const pay = page.getByRole('button', { name: /^Pay / })
  await pay.click()
  await fillCard(page, 'en', '4242424242424242')
  await pay.click()
  await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
  await page.getByRole('button', { name: t('payments:result.ok'), exact: true }).click()
  await frame.locator('output', { hasText: '10' }).waitFor()
  await frame.getByRole('button', { name: 'Score' }).click()
  await frame.getByText('1,10,true').waitFor()

  const phone = await openTab({ player })
  const onPhone = await openGame(phone.page)
  expect(await onPhone.locator('output').textContent()).toBe('10')
  await Promise.all([
    phone.page.waitForURL(`**/games/en/${project}/`),
    onPhone.getByRole('button', { name: 'Exit' }).click(),
  ])
})
