/** A game that knows nothing of the hub: it keeps its level in `localStorage`, as games found anywhere do. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { copyContent, temporaryFolder } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'

const gamePage = `<!doctype html><meta charset="utf-8"><title>Level up</title>
<output>…</output><button>Level up</button>
<script>
  const output = document.querySelector('output')
  const show = () => { output.textContent = localStorage.level || '1' }
  document.querySelector('button').onclick = () => {
    localStorage.setItem('level', Number(localStorage.getItem('level') || 1) + 1)
    show()
  }
  addEventListener('storage', show)
  show()
</script>`

export const storageGameAddress = '/games/en/levelup/?play=1'

/**
 * A hub that serves the game as a build, with its storage saved.
 * @param isOneOrigin  All games share one origin, and their frames have an opaque one.
 */
export async function startStorageGame(isOneOrigin = false): Promise<TestEnvironment> {
  const content = copyContent()
  writeFileSync(
    join(content.dir, 'projects/levelup.yaml'),
    'name: { ru: Level up, en: Level up }\ngame:\n  saves: auto\n',
  )
  const folder = temporaryFolder('levelup')
  writeFileSync(join(folder, 'index.html'), gamePage)
  const environment = await startEnvironment((_hubUrl, gamesUrl) => ({
    CONTENT_DIR: content.dir,
    ...(isOneOrigin && { GAMES_URL: gamesUrl.replace('localhost', '127.0.0.1') }),
  }))
  await environment.runCommand('games', 'publish', 'levelup', folder)
  return environment
}

/** Opens the game and waits until it can be played. */
export async function openStorageGame(page: Page): Promise<Frame> {
  await page.goto(storageGameAddress)
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await frame.locator('output', { hasText: /^\d+$/ }).waitFor()
  // Before, the loading screen takes the clicks.
  await page.waitForSelector('#game-frame:not([inert])')
  return frame
}
