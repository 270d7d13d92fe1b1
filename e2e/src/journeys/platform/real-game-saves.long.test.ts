/**
 * Plays real exports with `saves: auto`: `REAL_GAMES=/path npm run test:long -- real-game-saves`. What an engine keeps in
 * IndexedDB has to be on a second device before the engine reads it. Their files are not ours to keep in this repository.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skipped } from '@playhub/test-kit/skipped'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { gamesFolder as folder, openGameTab, publishGame, startMs } from '../../steps/real-games.ts'

declare const window: { __playhubStart: { saves: Record<string, { value: string } | undefined> } }

const content = copyContent()
const base = journey({ start: () => startEnvironment({ CONTENT_DIR: content.dir }) })
const test = folder ? base : skipped<typeof base>('REAL_GAMES names no folder of exports')

async function findFrame(page: Page): Promise<Frame> {
  const frame = await (
    await page.waitForSelector('#game-frame:not([inert])', { timeout: startMs })
  ).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  return frame
}

/** The names of the hub's records, without those describing a database's structure. */
const listSaved = (frame: Frame) =>
  frame.evaluate(() => {
    const saved = window.__playhubStart.saves['storage:databases']
    const items = Object.keys(JSON.parse(saved?.value ?? '{}')).map((item): string[] => JSON.parse(item))
    return items.filter(({ length }) => length > 1).map((item) => item.slice(0, 2).join(' '))
  })

/** The number of records in each store of this browser. */
const countRecords = (frame: Frame, stores: string[]) =>
  frame.evaluate(
    (stores) =>
      Promise.all(
        stores.map(
          (place) =>
            new Promise<[string, number]>((resolve, reject) => {
              const [name = '', store = ''] = place.split(' ')
              const request = indexedDB.open(name)
              request.onerror = reject
              request.onsuccess = () => {
                const count = request.result.transaction([store]).objectStore(store).count()
                count.onsuccess = () => resolve([place, count.result])
              }
            }),
        ),
      ),
    stores,
  )

test.for(folder ? readdirSync(folder) : ['an export'])(
  'what %s keeps in IndexedDB is on a second device',
  { timeout: 6 * startMs },
  async (name, { environment, openTab, skip }) => {
    const id = await publishGame(environment, name, (id) => {
      const file = join(content.dir, `projects/${id}.yaml`)
      writeFileSync(file, `${readFileSync(file, 'utf8')}\ngame:\n  saves: auto\n`)
    })
    const player = await register(environment, `${crypto.randomUUID().slice(0, 18)}@example.org`)
    const first = await openGameTab(openTab, id, { player })
    const game = await findFrame(first.tab.page)
    const play = async () => {
      for (const key of ['Enter', 'Space', 'KeyA']) await first.tab.page.keyboard.press(key, { delay: 100 })
      return listSaved(game)
    }
    const writes = await expect
      .poll(play, { timeout: startMs })
      .not.toEqual([])
      .then(
        () => true,
        () => false,
      )
    if (!writes) skip('It writes no database')
    const saved = await listSaved(game)

    const second = await openGameTab(openTab, id, { player })
    const other = await findFrame(second.tab.page)
    const stores = [...new Set(saved)]
    const counts = await countRecords(other, stores)
    for (const [store, count] of counts)
      expect([store, count >= saved.filter((one) => one === store).length]).toEqual([store, true])
  },
)
