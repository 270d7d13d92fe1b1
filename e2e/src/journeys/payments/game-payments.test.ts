/** A payment over a running game, as a game on the SDK and one with window messages open it. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type ApiPlayer, call, register } from '../../environment/api.ts'
import { untilClosed } from '../../environment/browser.ts'
import { isLong } from '../../environment/environment.ts'
import { translator } from '../../environment/translator.ts'
import {
  connectSource,
  type Game,
  gameOn,
  gameUrl,
  sdkGameJourney,
  soldItemId,
} from '../../sites/sdk-game.ts'
import { loginByEmail } from '../../steps/login.ts'
import { fillCard, payByCard } from '../../steps/payment.ts'

const t = translator('en')

type Result = { type: string; data: { paymentId: string; status: string } | null; errorCode: number | null }
type GameWindow = { messages: Result[] }
/** Globals from the SDK script and the game page. */
declare const Playhub: typeof import('@playhub/game-sdk')
declare const window: GameWindow & { parent: { postMessage(message: unknown, origin: string): void } }

const test = sdkGameJourney()
  /** Ways in which a game opens a payment. */
  .extend('ways', ({ orderByServer }) => ({
    async ON_BANK({ frame }: Game, player?: ApiPlayer): Promise<void> {
      const { url } = await orderByServer('islandm3', soldItemId, player)
      await sendToHub(frame, 'ON_BANK', { url })
    },
    async purchase({ frame }: Game): Promise<void> {
      await frame.evaluate(async (itemId) => {
        const hub = await Playhub.connect()
        void hub.purchase({ itemId })
      }, soldItemId)
    },
  }))
  .extend(
    'endLogin',
    ({ environment }) =>
      (player: ApiPlayer) =>
        call(environment, 'POST', '/auth/logout', { jwt: player.jwt }),
  )
  .extend('statusesAtProvider', ({ environment }) => async (): Promise<string[]> => {
    const response = await fetch(`${environment.sandboxUrl}/control/payments`)
    return ((await response.json()) as { status: string }[]).map(({ status }) => status)
  })

const ways = ['ON_BANK', 'purchase'] as const

function sendToHub(frame: Game['frame'], type: string, data?: unknown): Promise<void> {
  return frame.evaluate((message) => window.parent.postMessage(message, '*'), { type, data })
}

/** Records the window messages each page of the game receives from now on. */
async function recordAllMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const messages: Result[] = []
    Object.assign(window, { messages })
    addEventListener('message', ({ data }) => void messages.push(data))
  })
}

/** The same from the open page. A game on the SDK receives messages once it has sent one. */
async function recordMessages({ page, frame }: Game): Promise<void> {
  await recordAllMessages(page)
  await frame.evaluate(() => {
    const messages: Result[] = []
    Object.assign(window, { messages })
    addEventListener('message', ({ data }) => void messages.push(data))
  })
  await sendToHub(frame, 'GET_USER_AUTH')
  await frame.waitForFunction(() => window.messages.length > 0)
}

/** The result in the game, restarted by the payment. */
async function resultIn({ page }: Pick<Game, 'page'>): Promise<Result> {
  const { frame } = await gameOn(page)
  const found = await frame.waitForFunction(() =>
    window.messages.find(({ type }) => type === 'PAYMENT_RESULT'),
  )
  return (await found.jsonValue()) as Result
}

/** The game on the SDK has granted the item. */
const expectGems = async (page: Page) =>
  (await gameOn(page)).frame.getByText('100', { exact: true }).waitFor()

/** The game writes this when it is paused, and finds it when the payment has restarted it. */
async function saveOnPause({ frame }: Game, hubUrl: string): Promise<void> {
  const hub = await connectSource(frame, hubUrl)
  await hub.evaluate(async (connected) => {
    await connected.saves.set('level', 1)
    connected.onPause(() => void connected.saves.set('level', 7))
  })
}

/** The game has its last save, and knows how its purchase ended. */
async function expectRestarted(page: Page, hubUrl: string, purchased?: object): Promise<void> {
  const hub = await connectSource((await gameOn(page)).frame, hubUrl)
  expect(await hub.evaluate((connected) => connected.saves.get('level'))).toBe(7)
  if (purchased) expect(await hub.evaluate((connected) => connected.purchased)).toEqual(purchased)
}

const cancelled = { itemId: soldItemId, status: 'cancelled' }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / })
const overlay = (page: Page) => page.getByRole('dialog', { name: t('payments:title'), exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: t('payments:cancel.question') })
/** Not `page.goBack`, which waits for a navigation the hub may undo. */
async function goBack(page: Page): Promise<void> {
  await page.waitForFunction(() => location.hash === '#payment')
  await page.evaluate(() => history.back())
}
const goForward = (page: Page) =>
  page.evaluate(async () => {
    const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.forward()
    await popped
  })

describe.each(isLong ? ways : ways.slice(0, 1))('a payment that %s opened', (way) => {
  test('is closed by the Back button, which first asks whether to cancel, and the game goes on from its last save', async ({
    environment,
    game,
    ways,
  }) => {
    const { page } = game
    await saveOnPause(game, environment.hubUrl)
    await recordMessages(game)
    await ways[way](game)
    await payButton(page).waitFor()
    expect(await page.locator('#game-frame').count()).toBe(0)
    await goBack(page)
    await question(page).waitFor()
    await goBack(page)
    await question(page).waitFor({ state: 'detached' })
    const created = page.waitForResponse('**/api/payments/stripe/create/*')
    await payButton(page).click()
    await page.getByRole('heading', { name: t('payments:form.title.stripe') }).waitFor()
    // `attempts.test.ts` cancels while the payment is being created.
    await created
    await goBack(page)
    await question(page)
      .getByRole('button', { name: t('payments:cancel.confirm') })
      .click()
    await page.getByRole('heading', { name: t('payments:result.none.title') }).waitFor()
    await goBack(page)
    await overlay(page).waitFor({ state: 'detached' })
    expect(page.url()).toMatch(/\/games\/en\/islandm3\/\?play=1$/)
    expect(await resultIn(game)).toMatchObject({ data: { status: 'none' }, isError: true, errorCode: 4015 })
    await expectRestarted(page, environment.hubUrl, way === 'purchase' ? cancelled : undefined)
  })

  test('does not come back by the Forward button, and the next one opens as the first', async ({
    game,
    ways,
  }) => {
    const { page } = game
    await recordMessages(game)
    await ways[way](game)
    await payButton(page).waitFor()
    await button(page, t('payments:cancel.action')).first().click()
    await question(page)
      .getByRole('button', { name: t('payments:cancel.confirm') })
      .click()
    await button(page, t('payments:result.later')).click()
    await overlay(page).waitFor({ state: 'detached' })
    await resultIn(game)
    await goForward(page)
    await page.waitForFunction(() => location.hash === '')
    expect(await overlay(page).count()).toBe(0)
    await ways[way](await gameOn(page))
    await payButton(page).waitFor()
    await goBack(page)
    await question(page).waitFor()
  })

  test('continues after the player, a guest, has logged in', async ({ environment, page, tab, ways }) => {
    tab.allowConsoleErrors(/status of 404/)
    const player = await register(environment)
    await page.goto(gameUrl)
    await ways[way](await gameOn(page), player)
    await recordAllMessages(page)
    await loginByEmail(page, 'en', player)
    await payByCard(page)
    if (way === 'ON_BANK') {
      const result = { data: { status: 'paid' }, isError: false, errorCode: null }
      expect(await resultIn({ page })).toMatchObject(result)
    } else await expectGems(page)
  })

  test('says so when another tab has signed the player out, and charges only after login', async ({
    environment,
    tab,
    openGameIn,
    ways,
    endLogin,
    statusesAtProvider,
  }) => {
    tab.allowConsoleErrors(/status of 40[14]/)
    const player = await register(environment)
    const game = await openGameIn(tab.page, player)
    const { page } = game
    await ways[way](game, player)
    await payButton(page).click()
    await fillCard(page, 'en', '4242424242424242')
    const before = await statusesAtProvider()
    await endLogin(player)
    await page.evaluate(() => localStorage.clear())
    await payButton(page).click()
    await page.getByRole('heading', { name: t('payments:signedOut.title') }).waitFor()
    expect(await statusesAtProvider()).toEqual(before)
    expect(before[0]).toBe('requires_payment_method')
    await button(page, t('payments:signedOut.signIn')).click()
    await recordAllMessages(page)
    await loginByEmail(page, 'en', player)
    await fillCard(page, 'en', '4242424242424242')
    await payButton(page).click()
    await button(page, t('payments:result.ok')).click()
    if (way === 'ON_BANK')
      expect(await resultIn({ page })).toMatchObject({ data: { status: 'paid' }, isError: false })
    else await expectGems(page)
    expect(await statusesAtProvider()).toEqual(['succeeded', ...before.slice(1)])
  })

  test('goes on in the provider’s window while the player logs in again', async ({
    environment,
    tab,
    openGameIn,
    ways,
    endLogin,
  }) => {
    tab.allowConsoleErrors(/status of 40[14]/)
    const player = await register(environment)
    const game = await openGameIn(tab.page, player)
    const { page } = game
    await ways[way](game, player)
    await page.getByRole('radio', { name: new RegExp(t('payments:provider.yandex-pay')) }).check()
    const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()])
    await popup.waitForURL('**/yandex-pay/pay*')
    await endLogin(player)
    await page.waitForURL('**/session/login*')
    expect(popup.isClosed()).toBe(false)
    await recordAllMessages(page)
    await loginByEmail(page, 'en', player)
    await page
      .getByText(t('payments:window.resumed', { provider: t('payments:provider.yandex-pay') }))
      .waitFor()
    await untilClosed(popup, () => popup.getByRole('button', { name: /^(Pay|Оплатить)/ }).click())
    await button(page, t('payments:result.ok')).click()
    if (way === 'ON_BANK')
      expect(await resultIn({ page })).toMatchObject({ data: { status: 'paid' }, isError: false })
    else await expectGems(page)
  })
})

test('the payment is a sheet over the dimmed game: from the bottom on phones, in the middle on wide screens', async ({
  game,
  ways,
}) => {
  const { page } = game
  await page.setViewportSize({ width: 360, height: 740 })
  await ways.ON_BANK(game)
  await payButton(page).waitFor()
  // Its entrance has ended.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState === 'finished'),
  )
  const sheet = await overlay(page).boundingBox()
  expect(sheet).toMatchObject({ x: 0, width: 360 })
  expect(sheet?.y).toBeGreaterThan(48)
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(740)

  await page.setViewportSize({ width: 1440, height: 900 })
  const panel = await overlay(page).boundingBox()
  if (!panel) throw new Error('The panel is not visible')
  expect(panel.x + panel.width / 2).toBeCloseTo(720)
  expect(panel.y + panel.height / 2).toBeCloseTo(450)
  expect(panel.width).toBeLessThan(1000)
  const behind = await page.locator('#game-container').boundingBox()
  expect(behind?.width).toBe(1440)

  const { height } = panel
  await page.getByRole('radio', { name: new RegExp(t('payments:provider.stripe')) }).check()
  await payButton(page).click()
  await fillCard(page, 'en', '4242424242424242')
  expect((await overlay(page).boundingBox())?.height).toBe(height)
})

test('an ON_BANK that cannot be paid is answered by a PAYMENT_RESULT with an error', async ({
  environment,
  game,
  orderByServer,
}) => {
  const { page, frame } = game
  const other = await register(environment)
  const unknown = '00000000-0000-7000-8000-000000000000'
  const foreign = await orderByServer('familytown', 'familytown-coins')
  const otherOrder = await orderByServer('islandm3', soldItemId, other)
  const paid = await orderByServer('islandm3', soldItemId)
  await recordMessages(game)
  await sendToHub(frame, 'ON_BANK', { url: paid.url })
  await payByCard(page)
  expect(await resultIn(game)).toMatchObject({ data: { paymentId: paid.id, status: 'paid' }, isError: false })
  const refusals = [
    {
      url: 'not a payment',
      paymentId: null,
      status: 'none',
      errorCode: 4000,
      text: 'errors:toast.PAYMENT_OPEN_ERROR',
    },
    {
      url: `/payments/process/${unknown}`,
      paymentId: unknown,
      status: 'none',
      errorCode: 4001,
      text: 'play:paymentNotFound',
    },
    { url: foreign.url, paymentId: foreign.id, status: 'none', errorCode: 4001, text: 'play:otherGame' },
    {
      url: otherOrder.url,
      paymentId: otherOrder.id,
      status: 'none',
      errorCode: 4001,
      text: 'play:paymentNotFound',
    },
    { url: paid.url, paymentId: paid.id, status: 'paid', errorCode: 4000, text: 'play:alreadyPaid' },
  ]
  const restarted = await gameOn(page)
  for (const { url, paymentId, status, errorCode, text } of refusals) {
    await restarted.frame.evaluate(() => window.messages.splice(0))
    await Promise.all([
      page.getByText(t(text)).first().waitFor(),
      sendToHub(restarted.frame, 'ON_BANK', { url }),
    ])
    expect(await resultIn(game)).toEqual({
      type: 'PAYMENT_RESULT',
      data: { paymentId, status, purchaseId: null },
      isError: true,
      errorCode,
    })
  }
})

test('one ON_LOGOUT gets one USER_LOGOUT, and one signOut of the SDK one change of the player', async ({
  environment,
  tab,
  openGameIn,
}) => {
  const player = await register(environment)
  const game = await openGameIn(tab.page, player)
  const { frame } = game
  await recordMessages(game)
  await sendToHub(frame, 'ON_LOGOUT')
  await frame.waitForFunction(() => window.messages.some(({ type }) => type === 'USER_LOGOUT'))
  await sendToHub(frame, 'GET_USER_AUTH')
  await frame.waitForFunction(() => window.messages.at(-1)?.type === 'USER_AUTH')
  const types = await frame.evaluate(() => window.messages.map(({ type }) => type))
  // The first is the reply to `recordMessages`.
  expect(types.filter((type) => type.startsWith('USER_'))).toEqual(['USER_AUTH', 'USER_LOGOUT', 'USER_AUTH'])

  const { page } = await openGameIn(tab.page, await register(environment))
  const changes = await (await gameOn(page)).frame.evaluate(async () => {
    const hub = await Playhub.connect()
    const players: unknown[] = []
    hub.onPlayer(({ isGuest }) => players.push(isGuest))
    await hub.signOut()
    await hub.getPurchases()
    return players
  })
  expect(changes).toEqual([true])
})
