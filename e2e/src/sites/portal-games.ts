/** Builds made for other portals, as they are: they load the portal's SDK, sell by their own ids and show adverts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { copyContent, temporaryFolder } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'

/** Each button appends what the SDK calls to the log; the music plays from the first click on. */
const toGamePage = (
  sdkUrl: string,
  script: string,
) => `<!doctype html><meta charset="utf-8"><title>Corners</title>
<link rel="icon" href="data:,"><script src="${sdkUrl}"></script>
<button id="level" disabled>Next level</button> <button id="reward" disabled>Watch for a hint</button> <button id="buy" disabled>Buy gold</button>
<output></output>
<script>
  const log = (text) => { document.querySelector('output').textContent += text + ' ' }
  const music = new Audio('${silentWave()}')
  music.loop = true
  addEventListener('click', () => music.play())
  const enable = () => { for (const button of document.querySelectorAll('button')) button.disabled = false }
  addEventListener('keydown', ({ key }) => log('key-' + key))
  ${script}
</script>`

const games: Record<string, { yaml: string; page: string }> = {
  corners: {
    yaml: `name: { ru: Уголки, en: Corners }
items:
  - { id: corners-gold, gameId: gold_100, title: { ru: Золото, en: Gold }, price: { USD: 0.99 } }
game:
  compat: yandex
  breaks: own-games
`,
    page: toGamePage(
      'https://yandex.ru/games/sdk/v2',
      `YaGames.init().then(async (ysdk) => {
        const callbacks = {
          onOpen: () => log('open'),
          onRewarded: () => log('rewarded'),
          onError: () => log('error'),
          onClose: (wasShown) => log('close-' + wasShown),
        }
        ysdk.on('game_api_pause', () => log('pause'))
        ysdk.on('game_api_resume', () => log('resume'))
        level.onclick = () => ysdk.adv.showFullscreenAdv({ callbacks })
        reward.onclick = () => ysdk.adv.showRewardedVideo({ callbacks })
        const payments = await ysdk.getPayments().catch(() => null)
        const give = async ({ productID, purchaseToken }) => {
          await payments.consumePurchase(purchaseToken)
          log('gave-' + productID)
        }
        buy.onclick = async () => give(await payments.purchase({ id: 'gold_100' }))
        // The portal asks for it: a purchase may outlive the page that began it.
        for (const purchase of (await payments?.getPurchases()) ?? []) await give(purchase)
        if (payments) log((await payments.getCatalog()).map(({ id }) => id).join())
        ysdk.features.LoadingAPI.ready()
        enable()
      })`,
    ),
  },
  runner: {
    yaml: 'name: { ru: Бегун, en: Runner }\ngame:\n  compat: poki\n  breaks: own-games\n',
    page: toGamePage(
      'https://game-cdn.poki.com/scripts/v2/poki-sdk.js',
      `PokiSDK.init().then(() => {
        level.onclick = () => PokiSDK.commercialBreak(() => log('started')).then(() => log('ended'))
        reward.onclick = () => PokiSDK.rewardedBreak(() => log('started')).then((isRewarded) => log('ended-' + isRewarded))
        PokiSDK.gameLoadingFinished()
        enable()
      })`,
    ),
  },
  maze: {
    yaml: 'name: { ru: Лабиринт, en: Maze }\ngame:\n  compat: crazygames\n',
    page: toGamePage(
      'https://sdk.crazygames.com/crazygames-sdk-v3.js',
      `CrazyGames.SDK.init().then(() => {
        CrazyGames.SDK.game.loadingStop()
        enable()
      })`,
    ),
  },
}
const cornersWithoutBreaks = {
  yaml: 'name: { ru: Уголки, en: Corners }\ngame:\n  compat: yandex\n',
  page: (games.corners as { page: string }).page,
}

/** A second of silence. */
function silentWave(): string {
  const rate = 8_000
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + rate, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(rate, 40)
  return `data:audio/wav;base64,${Buffer.concat([header, Buffer.alloc(rate, 128)]).toString('base64')}`
}

/**
 * A hub with the builds `corners` (Yandex), `runner` (Poki), `maze` (CrazyGames) and `quiet`, which is corners without
 * breaks.
 */
export async function startPortalGames(): Promise<TestEnvironment> {
  const content = copyContent()
  const builds = { ...games, quiet: cornersWithoutBreaks }
  for (const [id, { yaml }] of Object.entries(builds))
    writeFileSync(join(content.dir, `projects/${id}.yaml`), yaml)
  const environment = await startEnvironment({ CONTENT_DIR: content.dir })
  for (const [id, { page }] of Object.entries(builds)) {
    const folder = temporaryFolder(id)
    writeFileSync(join(folder, 'index.html'), page)
    await environment.runCommand('games', 'publish', id, folder)
  }
  return environment
}

/** Opens a game and waits until it can be played. */
export async function openPortalGame(page: Page, id: string, language = 'en'): Promise<Frame> {
  await page.goto(`/games/${language}/${id}/?play=1`)
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  // Before, the loading screen takes the clicks.
  await page.waitForSelector('#game-frame:not([inert])')
  return frame
}
