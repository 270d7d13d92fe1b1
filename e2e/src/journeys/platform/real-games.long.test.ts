/**
 * Publishes real exports as they are, and plays each: `REAL_GAMES=/path npm run test:long -- real-games`, where each
 * folder of the path is the export of a game. Their files are not ours to keep in this repository.
 */
import { readdirSync } from 'node:fs'
import { skipped } from '@playhub/test-kit/skipped'
import { expect } from 'vitest'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import {
  gamesFolder as folder,
  openGameTab,
  publishGame,
  recordInputs,
  startMs,
  waitUntilDrawn,
} from '../../steps/real-games.ts'

const base = journey({ start: () => startEnvironment({ CONTENT_DIR: copyContent().dir }) })
const test = folder ? base : skipped<typeof base>('REAL_GAMES names no folder of exports')

test.for(folder ? readdirSync(folder) : ['an export'])(
  '%s is published as it is and can be played by keyboard and touch',
  { timeout: 6 * startMs },
  async (name, { environment, openTab }) => {
    const id = await publishGame(environment, name)

    const desktop = await openGameTab(openTab, id)
    const frame = await waitUntilDrawn(desktop.tab.page)
    const pressed = await recordInputs(frame, 'keydown')
    for (const key of ['ArrowRight', 'Space', 'Enter']) await desktop.tab.page.keyboard.press(key)
    expect(await pressed(3)).toEqual(['ArrowRight', 'Space', 'Enter'])
    await desktop.tab.page.reload()
    await waitUntilDrawn(desktop.tab.page)
    expect(desktop.errors).toEqual([])

    const phone = await openGameTab(openTab, id, { width: 390, height: 844, hasTouch: true })
    const phoneFrame = await waitUntilDrawn(phone.tab.page)
    const touched = await recordInputs(phoneFrame, 'touchstart')
    await phone.tab.page.touchscreen.tap(195, 422)
    expect(await touched(1)).toEqual(['touchstart'])
    expect(phone.errors).toEqual([])
  },
)
