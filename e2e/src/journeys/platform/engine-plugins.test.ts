/** Builds that load Playgama's bridge as its plugins for engines do run on the hub's replacement of it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'

const { dir } = copyContent()
const test = journey({ start: () => startEnvironment({ CONTENT_DIR: dir }) })

/** Loads the bridge from Playgama and, where that fails, from the build; then starts the engine. */
const loader = (engine: string, version: string, local: string) => `
  function start() {
    bridge.engine = '${engine}'
    bridge.initialize({ configFilePath: './playgama-bridge-config.json' }).then(() => {
      const engine = document.createElement('script')
      engine.src = 'engine.js'
      document.body.append(engine)
    })
  }
  const script = document.createElement('script')
  script.src = 'https://bridge.playgama.com/${version}/stable/playgama-bridge.js'
  script.onload = start
  script.onerror = () => {
    const other = document.createElement('script')
    other.src = '${local}'
    other.onload = start
    document.body.append(other)
  }
  document.head.append(script)`

/** What a game does with it, in the engine. */
const engine = `(async () => {
  const { platform, storage, advertisement, social, device } = bridge
  const states = []
  const hasFailed = new Promise((resolve) =>
    advertisement.on('interstitial_state_changed', (state) => states.push(state) > 1 && resolve()),
  )
  await storage.set('level', 7)
  advertisement.showInterstitial()
  await hasFailed
  await platform.sendMessage('game_ready')
  state.value = [
    bridge.engine, platform.id, platform.language, await storage.get('level'), states.join('+'),
    String(social.isExternalLinksAllowed), device.type, await bridge.payments.getCatalog().then((all) => all.length > 0),
  ].join()
})()`

const page = (head: string, body = '') =>
  `<!doctype html><html lang="en"><title>Tiny</title><link rel="icon" href="data:,">${head}<body><output id="state"></output>${body}`
/** The bridge itself, in the build: the hub replaces it. */
const ownBridge = 'throw new Error("The bridge of the portal")'

const builds: Record<string, Record<string, string>> = {
  unity: {
    'index.html': page('', '<script src="./playgama-bridge-unity.js"></script>'),
    'playgama-bridge-unity.js': loader('unity', 'v1', './playgama-bridge.js'),
    'playgama-bridge.js': ownBridge,
  },
  godot: {
    'index.html': page('', `<script>${loader('godot', 'v1', './playgama-bridge.js')}</script>`),
    'playgama-bridge.js': ownBridge,
  },
  defold: {
    'index.html': page('', `<script>${loader('defold', 'v1', './playgama-bridge.js')}</script>`),
    'playgama-bridge.js': ownBridge,
  },
  gamemaker: {
    'index.html': page(
      '',
      `<script>${loader('gamemaker', 'v2', './html5game/playgama-bridge.js')}</script>
       <script src="html5game/uph_playgama-bridge-gm.js"></script>`,
    ),
    'html5game/uph_playgama-bridge-gm.js': 'window.hasPlugin = true',
    'html5game/playgama-bridge.js': ownBridge,
  },
}

for (const name of Object.keys(builds))
  writeFileSync(
    join(dir, 'projects', `${name}.yaml`),
    `name: { en: ${name}, ru: ${name} }
game:
  compat: playgama
items:
  - { id: ${name}-gold, title: { en: Gold, ru: Gold }, price: { USD: 0.99, RUB: 99 } }
`,
  )

function writeBuild(name: string, files: Record<string, string>): string {
  const folder = temporaryFolder(name)
  for (const [path, content] of Object.entries({ ...files, 'engine.js': engine })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

test.for(Object.keys(builds))(
  'a build that loads the bridge as the plugin for %s does plays',
  async (name, { environment, openTab }) => {
    const folder = writeBuild(name, builds[name] ?? {})
    await environment.runCommand('games', 'publish', name, folder)
    const { page } = await openTab()
    await expect
      .poll(async () => (await page.goto(`/games/en/${name}/?play=1`))?.status(), { timeout: 15_000 })
      .toBe(200)
    const game = page.frameLocator('#game-frame')
    const state = game.locator('#state')
    await expect
      .poll(() => state.textContent(), { timeout: 20_000 })
      .toBe(`${name},playgama,en,7,loading+failed,false,desktop,true`)
  },
)
