/** An uploaded build with `saves: auto` in Chromium, Firefox and WebKit: its origin, its start data and its saves. */
import { describe, expect } from 'vitest'
import { type ApiPlayer, call } from '../environment/api.ts'
import { type TestEnvironment, waitUntil } from '../environment/environment.ts'
import { startStorageGame, storageGameUrl } from '../sites/storage-game.ts'
import { createEngineTest } from './engine-test.ts'
import { findEngines } from './engines.ts'
import { button, click, type Target, waitFor, waitForFocus } from './player.ts'

/** Close to the limit of a player's saves in a game. */
const largeSaveCharacters = 900_000

/** `saved`: what the hub has after the second level, in base64 where it is a file. */
const places = {
  'at its own origin': { hasFiles: false, isOneOrigin: false, saved: '"level"' },
  'at an opaque origin': { hasFiles: false, isOneOrigin: true, saved: '"level"' },
  'with files at its own origin': { hasFiles: true, isOneOrigin: false, saved: btoa('2') },
  'with files at an opaque origin': { hasFiles: true, isOneOrigin: true, saved: btoa('2') },
}

for (const [place, { saved, ...game }] of Object.entries(places)) {
  const engineTest = createEngineTest(() => startStorageGame(game))
  const test = engineTest
    .extend('openGame', ({ openIn }) => async (engine: Parameters<typeof openIn>[0]) => {
      const opened = await openIn(engine, storageGameUrl, { isLoggedIn: true })
      // Before, the loading screen takes the clicks.
      await waitForFocus(opened.page, '#game-frame:not([inert])')
      return opened
    })
    .extend(
      'isSaved',
      ({ environment, player }) =>
        (text: string) =>
          untilSaved(environment, player, text),
    )

  describe.each(findEngines())(`$name, ${place}`, (engine) => {
    if (engine.missing) return test(`is skipped: ${engine.missing}`, ({ skip }) => skip(engine.missing))

    test('a build starts, and its level is there after a reload and on a second device', async ({
      isSaved,
      openGame,
    }) => {
      const phone = await openGame(engine)
      await waitFor(phone.game, level(1))
      await click(phone.game, button('Level up'))
      await waitFor(phone.game, level(2))
      await isSaved(saved)
      await phone.page.evaluate(() => location.reload())
      await waitFor(phone.game, level(2))
      await phone.close()
      const laptop = await openGame(engine)
      await waitFor(laptop.game, level(2))
    })

    if (game.hasFiles) return
    test('a large save is there at the start of the game on a second device', async ({
      isSaved,
      openGame,
    }) => {
      const phone = await openGame(engine)
      await phone.game.evaluate(
        (length) => localStorage.setItem('large', 'x'.repeat(length)),
        largeSaveCharacters,
      )
      await isSaved('"large"')
      await phone.close()
      const laptop = await openGame(engine)
      expect(await laptop.game.evaluate(() => localStorage.getItem('large')?.length)).toBe(
        largeSaveCharacters,
      )
    })
  })
}

const level = (value: number): Target => ({ css: 'output', name: String(value) })

/** Waits until the hub has a save with this text. */
function untilSaved(environment: TestEnvironment, { jwt }: ApiPlayer, text: string): Promise<unknown> {
  type Response = { data: { result: { value: string }[] } }
  return waitUntil(async () => {
    const { data } = await call<Response>(environment, 'GET', '/play/saves?project=levelup', { jwt })
    return data.result.some(({ value }) => value.includes(text)) || undefined
  }, `a save with ${text}`)
}
