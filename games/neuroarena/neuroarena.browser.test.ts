import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectAccessibleCards, gameTest } from '../test/game-test.ts'

const test = gameTest({
  project: 'neuroarena',
  item: { id: 'neuroarena-energy', title: 'Energy cells' },
}).extend('page', ({ newPage }) => newPage({ hasTouch: true, viewport: { width: 360, height: 640 } }))

const getArena = (page: Page) => page.getByRole('application', { name: 'Arena' })

const droneX = async (page: Page) => Number(await getArena(page).getAttribute('data-drone-x'))

/** Waits until the drone is more than 40 units to one side of a position. */
async function waitForFlight(page: Page, side: 'left' | 'right', from: number): Promise<void> {
  await page.waitForFunction(
    ([sign, start]) => {
      const x = Number(document.getElementById('arena')?.dataset.droneX)
      return (x - start) * sign > 40
    },
    [side === 'left' ? -1 : 1, from] as const,
  )
}

/** Makes `playFor` the next page's only animation-frame source, so a fight runs at full speed. */
const controlFrames = (page: Page) =>
  page.addInitScript(() => {
    const requested: FrameRequestCallback[] = []
    let now = 0
    Object.assign(window, {
      requestAnimationFrame: (frame: FrameRequestCallback) => requested.push(frame),
      nextFrame: () => {
        now += 100
        for (const frame of requested.splice(0)) frame(now)
      },
    })
  })

/** The game loop caps a frame at 0.1 s. */
const playFor = (page: Page, seconds: number) =>
  page.evaluate((frames) => {
    const { nextFrame } = window as unknown as { nextFrame(): void }
    for (let frame = 0; frame < frames; frame++) nextFrame()
  }, seconds * 10)

test('keys and the virtual stick steer the drone', async ({ page, site }) => {
  await page.goto(site.gameUrl)
  await page.getByRole('button', { name: 'Play' }).click()
  const start = await droneX(page)
  await page.keyboard.down('ArrowLeft')
  await waitForFlight(page, 'left', start)
  await page.keyboard.up('ArrowLeft')

  const left = await droneX(page)
  await page.mouse.move(120, 400)
  await page.mouse.down()
  await page.mouse.move(190, 400, { steps: 3 })
  await page.locator('#stick').waitFor()
  await waitForFlight(page, 'right', left)
  await page.mouse.up()
  await page.locator('#stick').waitFor({ state: 'hidden' })
})

test('a wave is announced, raising a shield costs one, and Escape pauses', async ({ page, site }) => {
  await page.goto(site.gameUrl)
  await page.getByRole('button', { name: 'Play' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Wave 1\. 0 points, hull 4 of 4\.$/ })
    .waitFor()
  await getArena(page).press('Space')
  await page.getByRole('button', { name: 'Shield, 1 left' }).waitFor()
  await getArena(page).press('Escape')
  await page.getByRole('heading', { name: 'Paused' }).waitFor()
})

test('a bought item is given once and survives a reload; a skin can be switched off', async ({
  page,
  site,
}) => {
  await page.goto(site.gameUrl)
  await page.locator('dialog').getByRole('button', { name: 'Shop' }).click()
  for (const [item, price] of [
    ['Five shields', '$0.99'],
    ['Aurora skin', '$4.49'],
  ] as const) {
    await page.getByRole('button', { name: `Buy ${item} for ${price}` }).click()
    await page.getByRole('heading', { name: `${item}: yours!` }).waitFor()
    await page.getByRole('button', { name: 'Thank you' }).click()
  }
  await page.getByText('Already yours').waitFor()
  await page.reload()
  await page.getByRole('switch', { name: 'Aurora skin' }).uncheck()
  await page.getByRole('button', { name: 'Play' }).click()
  await page.getByRole('button', { name: 'Shield, 7 left' }).waitFor()
})

test('after a lost run, a cell revives the drone', async ({ page, site }) => {
  await controlFrames(page)
  await page.goto(site.gameUrl)
  await page.getByRole('button', { name: 'Play' }).click()
  const end = page.getByRole('heading', { name: 'The drone is down' })
  while (!(await end.isVisible())) await playFor(page, 5)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back into the fight (cells: 1)' }).click()
  await playFor(page, 1)
  await page.getByRole('img', { name: 'Hull: 4 of 4' }).waitFor()
})

test('no screen has an accessibility violation', async ({ page, site }) => {
  await page.goto(`${site.gameUrl}?lng=ru`)
  const card = page.locator('dialog')
  await card.waitFor()
  await expectAccessible(page)
  await card.locator('.is-main').click()
  await expectAccessibleCards(page, ['#shop'])
  await expectAccessible(page)
})

test('in a hub a guest logs in before buying, an item is given once, and texts follow the language', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 900, height: 640 })
  await page.goto(site.hubUrl)
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByText('Guest').first().waitFor()
  await game.locator('#shop').click()
  await game.getByRole('button', { name: 'Buy Energy cells for 399 ₽' }).click()
  await game.getByRole('heading', { name: 'Energy cells: yours!' }).waitFor()
  await page.evaluate("emit('purchases', null)")
  await game.getByRole('button', { name: 'Thank you' }).click()
  await page.evaluate("emit('language', 'ru')")
  await game.getByText('У вас: щитов 2, энергоячеек 11').waitFor()
  await game.getByRole('button', { name: 'Закрыть' }).click()
  await game.getByRole('button', { name: 'Пауза' }).click()
  await game.getByText('Играет Anna').waitFor()

  const calls = (await page.evaluate('calls')) as string[]
  expect(calls.filter((call) => call === 'consumePurchase')).toHaveLength(1)
  expect(calls.indexOf('signIn')).toBeLessThan(calls.indexOf('purchase'))
  expect(calls).toEqual(
    expect.arrayContaining(['getPlayer', 'getToken', 'ready', 'gameplayStart', 'gameplayStop']),
  )
})
