/** A game seizing the keyboard whenever it can gets none of the keys its player types into the payment over it. */
import { describe, expect } from 'vitest'
import { createOrder } from '../environment/api.ts'
import { isLong, waitUntil } from '../environment/environment.ts'
import { translator } from '../environment/translator.ts'
import {
  type HostileEnvironment,
  hostileItemId,
  type Place,
  startHostileGame,
} from '../sites/hostile-game.ts'
import { createEngineTest } from './engine-test.ts'
import { chromium, findEngines } from './engines.ts'
import { button, click, clickUntil, field, fill, labelled, text, waitFor } from './player.ts'

const t = translator('en')
const payButton = button(/^Pay\b/)
const card = { 'Card number': '4242424242424242', 'Expiry date': '1240', 'Security code': '123' }

const places: Place[] = isLong
  ? ['at its own address', 'a build', 'a build without an origin']
  : ['at its own address']

for (const place of places) {
  const test = createEngineTest(() => startHostileGame(place))
  // A page without an origin cannot send window messages.
  const ways = place === 'a build without an origin' ? ['Buy'] : ['Buy', 'Order']

  describe.each(isLong ? findEngines() : [chromium])(`$name, ${place}`, (engine) => {
    if (engine.missing) return test(`is skipped: ${engine.missing}`, ({ skip }) => skip(engine.missing))

    test.for(ways)(
      '%s: no key reaches the game, which starts again with the result',
      async (way, { environment, openIn, player }) => {
        environment.reports.length = 0
        const opened = await openIn(engine, '/games/en/hostile/?play=1', {
          isLoggedIn: true,
          allowedErrors: /./,
        })
        const { page, game } = opened
        const id = await createOrder(environment, player.jwt, { itemId: hostileItemId })
        await waitFor(game, button(way))
        await game.evaluate((orderId) => void Object.assign(window, { orderId }), id)
        const hasBegun = async () => environment.reports.some(({ event }) => event === 'begin')
        await clickUntil(game, button(way), hasBegun, 'the payment')

        await fill(page, field(t('payments:email.label')), 'keys')
        // WebKit's driver returns before the page has the keys.
        await expect
          .poll(() => page.evaluate(readSheet))
          .toEqual({ frames: 0, isFull: false, hasTyped: true })
        expect(environment.reports.filter(({ event }) => event === 'key')).toEqual([])
        await click(page, labelled(new RegExp(t('payments:provider.stripe'))))
        await click(page, payButton)
        const form = page.frame('iframe[title="Secure card form"]')
        for (const [label, typed] of Object.entries(card)) await fill(form, field(label), typed)
        await click(page, payButton)
        await waitFor(page, text(t('payments:result.paid.title')))
        expect(await page.evaluate(readSheet)).toMatchObject({ frames: 0, isFull: false })
        expect(environment.reports.filter(({ event }) => event === 'key')).toEqual([])

        await click(page, button(t('payments:result.ok')))
        await waitUntil(async () => findEnd(environment, way), 'the result in the game')
        await opened.close()
      },
    )
  })
}

/** Runs in the page. */
function readSheet(): { frames: number; isFull: boolean; hasTyped: boolean } {
  return {
    frames: document.querySelectorAll('#game-frame').length,
    isFull: document.fullscreenElement !== null,
    hasTyped: [...document.querySelectorAll('input')].some(({ value }) => value.includes('keys')),
  }
}

/** The purchase, as the restarted game knows it. */
function findEnd({ reports }: HostileEnvironment, way: string): true | undefined {
  const found = reports.some(({ event, detail }) =>
    way === 'Order'
      ? event === 'result' && (detail as { data: { status: string } }).data.status === 'paid'
      : event === 'start' && (detail as { purchased?: string; purchases: number }).purchased === 'paid',
  )
  return found || undefined
}
