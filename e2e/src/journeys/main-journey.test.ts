/** The main job from the first visit to the receipt, as a player goes through it, in both languages. */
import { randomUUID } from 'node:crypto'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, signIn } from '../environment/api.ts'
import { accessibilityViolations, newVisitor, openBrowser, type Visitor } from '../environment/browser.ts'
import { eventually, startWorld, type World } from '../environment/test-environment.ts'
import { type Language, wordsIn } from '../environment/translator.ts'
import { fillCard } from '../steps/payment.ts'

const password = 'Playhub2026'
let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const game = {
  en: {
    play: 'Play',
    shop: 'Shop',
    buy: /^Buy Hint pack for/,
    mine: 'Hint pack is yours!',
    thanks: 'Thank you',
  },
  ru: {
    play: 'Играть',
    shop: 'Магазин',
    buy: /^Купить .*[Пп]одсказ/,
    mine: /теперь у вас!$/,
    thanks: 'Спасибо',
  },
}
describe.each<Language>(['en', 'ru'])('a newcomer who speaks %s', (language) => {
  const words = wordsIn(language)
  const email = `${language}-${randomUUID().slice(0, 8)}@example.org`
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    visitor = await newVisitor(browser, { baseUrl: world.hubUrl, language })
    page = visitor.page
  })
  afterAll(() => visitor?.context.close())

  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })
  const account = () => page.getByRole('banner').getByTitle(words('common:header.account'))
  const inGame = (): FrameLocator => page.frameLocator('#game-frame')

  async function expectSound(): Promise<void> {
    expect(await accessibilityViolations(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  }

  test('finds the catalogue at the front door, whole before any script has run', async () => {
    await page.goto('/')
    expect(new URL(page.url()).pathname).toBe(`/games/${language}/`)
    const html = await (await fetch(page.url())).text()
    expect(html).toMatch(/<meta property="og:title" content="[^"]*Playhub/)
    expect(html).toContain(`/games/${language}/islandm3/`)
    expect(html.match(/<article|<li/g)?.length).toBeGreaterThanOrEqual(3)
    await expectSound()
  })

  test('registers by email with the robot check and the code from the letter', async () => {
    await page.goto('/session/registration')
    await page.getByLabel(words('accounts:field.email')).fill(email)
    await page.getByLabel(words('accounts:field.password'), { exact: true }).fill(password)
    await page.getByLabel(words('accounts:field.passwordRepeat')).fill(password)
    await page.getByRole('checkbox', { name: words('accounts:registration.consent') }).check()
    await page.getByRole('checkbox', { name: words('accounts:robot.label') }).click()
    await page.getByText(words('accounts:robot.verified')).first().waitFor()
    await expectSound()
    await button(words('accounts:registration.submit')).click()

    const letter = await world.letterTo(email)
    const code = /\b\d{6}\b/.exec(letter.text)?.[0] ?? ''
    await page.getByLabel(words('accounts:code.label')).fill(code)
    await page.waitForURL(`**/games/${language}/`)
    await account().waitFor()
    await expectSound()
  })

  test('plays in a frame of another origin, which learns who plays', async () => {
    await page.goto(`/games/${language}/islandm3/`)
    await expectSound()
    await page.getByRole('main').locator('a[href*="play="]').click()
    const frame = page.locator('#game-frame')
    await frame.waitFor()
    const address = new URL((await frame.getAttribute('src')) ?? '')
    expect(address.origin).toBe(world.gamesUrl)
    expect(address.searchParams.get('lng')).toBe(language)
    await inGame()
      .getByText(email.split('@')[0] as string)
      .first()
      .waitFor()
    await expectSound()
  })

  test('buys an item in the game with a card, and the item arrives', async () => {
    await inGame().getByRole('button', { name: game[language].play }).first().click()
    await inGame().getByRole('button', { name: game[language].shop }).first().click()
    await inGame().getByRole('button', { name: game[language].buy }).click()

    await page.getByLabel(words('payments:email.label')).waitFor()
    expect(await page.getByLabel(words('payments:email.label')).inputValue()).toBe(email)
    await expectSound()
    await page.getByRole('radio', { name: new RegExp(words('payments:through.stripe')) }).check()
    await button(payButton()).click()
    await fillCard(page, language, '4242424242424242')
    await expectSound()
    await button(payButton()).click()
    await page.getByRole('heading', { name: words('payments:moment.paid.title') }).waitFor()
    await expectSound()
    await button(words('payments:moment.ok')).click()

    await inGame().getByRole('heading', { name: game[language].mine }).waitFor()
    await inGame().getByRole('button', { name: game[language].thanks }).click()
    await expectSound()
  })

  const payButton = () => new RegExp(`^${words('payments:pay', { price: '' }).trim()}`)

  test('the hub made one purchase and one verified webhook of it, and the game consumed it', async () => {
    const player = await signIn(world, email, password)
    type Payments = { data: { result: { uuid: string; status: string }[] } }
    const payments = await call<Payments>(world, 'GET', '/payments/get-user-payments', { jwt: player.jwt })
    expect(payments.data.result).toMatchObject([{ status: 'paid' }])
    const webhooks = await eventually(async () => {
      const answer = await fetch(`${world.sandboxUrl}/game-server/notices?project=islandm3`)
      const all = (await answer.json()) as { verified: boolean; body: unknown }[]
      const ours = all.filter((webhook) =>
        JSON.stringify(webhook).includes(payments.data.result[0]?.uuid ?? '?'),
      )
      return ours.length > 0 ? ours : undefined
    }, 'the webhook')
    expect(webhooks).toHaveLength(1)
    expect(webhooks[0]?.verified).toBe(true)
    await eventually(async () => {
      const left = await call<{ data: { result: unknown[] } }>(world, 'GET', '/purchases?project=islandm3', {
        jwt: player.jwt,
      })
      return left.data.result.length === 0 || undefined
    }, 'the game to consume its purchase')
  })

  test('sees the payment in the history, copies its id and opens the receipt', async () => {
    await page.goto('/transactions')
    const row = page.getByRole('button', { name: /\d{4}-\d{2}-\d{2}/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/\$/)
    await expectSound()
    await row.click()
    await button(words('payments:history.copyId')).click()
    await page.getByText(words('payments:history.idCopied')).first().waitFor()
    await expectSound()
    const player = await signIn(world, email, password)
    const [payment] = (
      await call<{ data: { result: { uuid: string }[] } }>(world, 'GET', '/payments/get-user-payments', {
        jwt: player.jwt,
      })
    ).data.result
    const link = await eventually(async () => {
      const path = `/user/get-receipt-link?privatePaymentId=${payment?.uuid}`
      return (
        (await call<{ data: { result: string | null } }>(world, 'GET', path, { jwt: player.jwt })).data
          .result ?? undefined
      )
    }, 'the receipt')
    const receipt = await fetch(new URL(link, world.hubUrl))
    expect(receipt.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await receipt.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test('signs out, and in again by email', async () => {
    await account().click()
    await button(words('common:header.signOut')).click()
    await link(words('common:header.signIn')).first().waitFor()
    await page.goto('/session/login/email')
    await expectSound()

    await logIn(`nobody-${email}`, password)
    await page.getByText(words('errors:refusal.USER_NOT_EXIST_LOGIN_BY_EMAIL')).first().waitFor()
    await logIn(email, 'Wrong12345')
    await page.getByText(words('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL')).first().waitFor()
    expect(await page.getByLabel(words('accounts:field.password'), { exact: true }).inputValue()).toBe('')
    await logIn(email, password)
    await page.waitForURL(`**/games/${language}/`)
    await account().waitFor()
  })

  async function logIn(address: string, secret: string): Promise<void> {
    await page.getByLabel(words('accounts:field.email')).fill(address)
    await page.getByLabel(words('accounts:field.password'), { exact: true }).fill(secret)
    await button(words('accounts:login.submit')).click()
  }
})
