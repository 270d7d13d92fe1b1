/** A game without any knowledge of the hub: it keeps its level in `localStorage`, as games found anywhere do. */
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

/** The same in the file system of an engine: IndexedDB with the layout of Emscripten, as Unity, Godot and Defold have it. */
const filesPage = `<!doctype html><meta charset="utf-8"><title>Level up</title>
<output>…</output><button>Level up</button>
<script>
  const output = document.querySelector('output')
  const file = '/userfs/save.dat'
  const request = indexedDB.open('/userfs', 21)
  request.onupgradeneeded = () =>
    request.result.createObjectStore('FILE_DATA').createIndex('timestamp', 'timestamp', { unique: false })
  const store = (mode) => request.result.transaction(['FILE_DATA'], mode).objectStore('FILE_DATA')
  const show = (level) => { output.textContent = level }
  request.onsuccess = () => {
    const read = store('readonly').get(file)
    read.onsuccess = () => show(read.result ? new TextDecoder().decode(read.result.contents) : '1')
  }
  document.querySelector('button').onclick = () => {
    const level = String(Number(output.textContent) + 1)
    const contents = new TextEncoder().encode(level)
    const write = store('readwrite').put({ timestamp: new Date(), mode: 33206, contents }, file)
    write.onsuccess = () => show(level)
  }
</script>`

export const storageGameUrl = '/games/en/levelup/?play=1'

interface StorageGame {
  /** All games share one origin, and their frames have an opaque one. */
  isOneOrigin?: boolean
  /** It uses files in IndexedDB in place of `localStorage`. */
  hasFiles?: boolean
  /** Default: its storage is saved. */
  saves?: 'auto' | 'sdk'
}

/** A hub serving the game as a build. */
export async function startStorageGame({
  isOneOrigin = false,
  hasFiles = false,
  saves = 'auto',
}: StorageGame = {}): Promise<TestEnvironment> {
  const content = copyContent()
  writeFileSync(
    join(content.dir, 'projects/levelup.yaml'),
    `name: { ru: Level up, en: Level up }\ngame:\n  saves: ${saves === 'auto' ? 'auto' : '{}'}\n`,
  )
  const folder = temporaryFolder('levelup')
  writeFileSync(join(folder, 'index.html'), hasFiles ? filesPage : gamePage)
  const environment = await startEnvironment((_hubUrl, gamesUrl) => ({
    CONTENT_DIR: content.dir,
    ...(isOneOrigin && { GAME_FILES_URL: gamesUrl.replace('localhost', '127.0.0.1') }),
  }))
  await environment.runCommand('games', 'publish', 'levelup', folder)
  return environment
}

/** Opens the game and waits until it can be played. */
export async function openStorageGame(page: Page, url = storageGameUrl): Promise<Frame> {
  await page.goto(url)
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await frame.locator('output', { hasText: /^\d+$/ }).waitFor()
  // Before, the loading screen takes the clicks.
  await page.waitForSelector('#game-frame:not([inert])')
  return frame
}
