import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openFakeHub } from '../kit/testing/fake-hub.ts'
import { expectAccessible, openStage } from '../kit/testing/stage.ts'

const hubUrl = openFakeHub({
  project: 'neuroarena',
  item: { id: 'neuroarena-energy', title: 'Energy cells' },
  gameUrl: () => `${stage.url()}/neuroarena/`,
})
const stage = openStage({ hubUrl })
let page: Page

beforeEach(async () => {
  page = await stage.newPage({ hasTouch: true, viewport: { width: 360, height: 640 } })
})

const open = (language = 'en') => page.goto(`${stage.url()}/neuroarena/?lng=${language}`)
const arena = () => page.getByRole('application', { name: /Arena|Арена/ })

const droneX = async () => Number(await arena().getAttribute('data-drone-x'))

/** Waits until the drone has flown so far to the left or to the right of where it was. */
async function flown(side: 'left' | 'right', from: number): Promise<void> {
  await page.waitForFunction(
    ([sign, start]) => {
      const x = Number(document.getElementById('arena')?.dataset.droneX)
      return (x - start) * sign > 40
    },
    [side === 'left' ? -1 : 1, from] as const,
  )
}

/** From the next page on frames come by `playFor` alone, so that a whole fight takes no longer than its rules do. */
const takeFrames = () =>
  page.addInitScript(() => {
    const asked: FrameRequestCallback[] = []
    let now = 0
    Object.assign(window, {
      requestAnimationFrame: (frame: FrameRequestCallback) => asked.push(frame),
      nextFrame: () => {
        now += 100
        for (const frame of asked.splice(0)) frame(now)
      },
    })
  })

/** A frame takes at most a tenth of a second into account, however long it was. */
const playFor = (seconds: number) =>
  page.evaluate((frames) => {
    const { nextFrame } = window as unknown as { nextFrame(): void }
    for (let frame = 0; frame < frames; frame++) nextFrame()
  }, seconds * 10)

test('the drone flies by keys, and by a stick under the finger', async () => {
  await open()
  await page.getByRole('button', { name: 'Play' }).click()
  const start = await droneX()
  await page.keyboard.down('ArrowLeft')
  await flown('left', start)
  await page.keyboard.up('ArrowLeft')

  const left = await droneX()
  await page.mouse.move(120, 400)
  await page.mouse.down()
  await page.mouse.move(190, 400, { steps: 3 })
  await page.locator('#stick').waitFor()
  await flown('right', left)
  await page.mouse.up()
  await page.locator('#stick').waitFor({ state: 'hidden' })
})

test('a wave is told at rest, a shield costs one, and Escape pauses', async () => {
  await open()
  await page.getByRole('button', { name: 'Play' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Wave 1\. 0 points, hull 4 of 4\.$/ })
    .waitFor()
  await arena().press('Space')
  await page.getByRole('button', { name: 'Shield, 1 left' }).waitFor()
  await arena().press('Escape')
  await page.getByRole('heading', { name: 'Paused' }).waitFor()
})

test('a bought item is given once and stays after a reload; a skin can be worn and taken off', async () => {
  await open()
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

test('a lost fight ends with a choice, and a cell takes the drone back into it', async () => {
  await takeFrames()
  await open()
  await page.getByRole('button', { name: 'Play' }).click()
  const end = page.getByRole('heading', { name: 'The drone is down' })
  while (!(await end.isVisible())) await playFor(5)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back into the fight (cells: 1)' }).click()
  await playFor(1)
  await page.getByRole('img', { name: 'Hull: 4 of 4' }).waitFor()
})

test('no screen has an accessibility violation', async () => {
  await open('ru')
  const card = page.locator('dialog')
  await card.waitFor()
  await expectAccessible(page)
  await card.locator('.is-main').click()
  await page.locator('#shop').click()
  await card.locator('li').first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await expectAccessible(page)
})

test('in the hub: a guest signs in before buying, nothing is given twice, and words follow the language', async () => {
  await page.setViewportSize({ width: 900, height: 640 })
  await page.goto(await hubUrl())
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByText('Guest').waitFor()
  await game.locator('#shop').click()
  await game.getByRole('button', { name: 'Buy Energy cells for 399 ₽' }).click()
  await game.getByRole('heading', { name: 'Energy cells: yours!' }).waitFor()
  await page.evaluate("tell('purchases', null)")
  await game.getByRole('button', { name: 'Thank you' }).click()
  await page.evaluate("tell('language', 'ru')")
  await game.getByText('У вас: щитов 2, энергоячеек 11').waitFor()
  await game.getByRole('button', { name: 'Закрыть' }).click()
  await game.getByRole('button', { name: 'Пауза' }).click()
  await game.getByText('Играет Anna').waitFor()

  const calls = (await page.evaluate('heard')) as string[]
  expect(calls.filter((call) => call === 'consumePurchase')).toHaveLength(1)
  expect(calls.indexOf('signIn')).toBeLessThan(calls.indexOf('purchase'))
  expect(calls).toEqual(
    expect.arrayContaining(['getPlayer', 'getToken', 'ready', 'gameplayStart', 'gameplayStop']),
  )
})
