/** The main journey from the first visit to the receipt. */
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { call, logIn } from '../../environment/api.ts'
import { accessibilityViolations, openTab, type Tab } from '../../environment/browser.ts'
import { waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { type Language, testedLanguages, translator } from '../../environment/translator.ts'
import { fillRegistration, submitLogin } from '../../steps/login.ts'
import { fillCard } from '../../steps/payment.ts'

const password = 'Playhub2026'

const gameLabels = {
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

/** A player with one page for the whole journey. */
function newcomer(tab: Tab, language: Language) {
  const { page } = tab
  const t = translator(language)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  return {
    t,
    page,
    email: `${language}-${randomUUID().slice(0, 8)}@example.org`,
    labels: gameLabels[language],
    game: page.frameLocator('#game-frame'),
    accountButton: page.getByRole('banner').getByTitle(t('common:header.account')),
    payButton: button(new RegExp(`^${t('payments:pay', { price: '' }).trim()}`)),
    button,
    async expectNoErrors(): Promise<void> {
      expect(await accessibilityViolations(page)).toEqual([])
      tab.expectNoConsoleErrors()
    },
  }
}

const journeyTest = journey().extend('newcomers', { scope: 'file' }, async ({ environment, browser }) => {
  const open = async (language: Language) =>
    newcomer(await openTab(browser, { baseUrl: environment.hubUrl, language }), language)
  return { en: await open('en'), ru: await open('ru') }
})

describe.each(testedLanguages('en'))('a newcomer who speaks %s', (language) => {
  const test = journeyTest.extend('ui', ({ newcomers }) => newcomers[language])

  test('finds the catalogue at the start page, complete without scripts', async ({
    ui: { page, expectNoErrors },
  }) => {
    await page.goto('/')
    expect(new URL(page.url()).pathname).toBe(`/games/${language}/`)
    const html = await (await fetch(page.url())).text()
    expect(html).toMatch(/<meta property="og:title" content="[^"]*Playhub/)
    expect(html).toContain(`/games/${language}/islandm3/`)
    expect(html.match(/<article|<li/g)?.length).toBeGreaterThanOrEqual(3)
    await expectNoErrors()
  })

  test('registers by email with a captcha and the code from the email', async ({
    environment,
    ui: { t, page, email, accountButton, button, expectNoErrors },
  }) => {
    await page.goto('/session/registration')
    await fillRegistration(page, t, { email, password })
    await expectNoErrors()
    await button(t('accounts:registration.submit')).click()

    await page.getByLabel(t('accounts:code.label')).fill(await environment.codeFor(email))
    await page.waitForURL(`**/games/${language}/`)
    await accountButton.waitFor()
    await expectNoErrors()
  })

  test('plays in a frame of another origin, which shows the player’s name', async ({
    environment,
    ui: { page, email, game, expectNoErrors },
  }) => {
    await page.goto(`/games/${language}/islandm3/`)
    await expectNoErrors()
    await page.getByRole('main').locator('a[href="?play=1"]').click()
    const frame = page.locator('#game-frame')
    await frame.waitFor()
    const url = new URL((await frame.getAttribute('src')) ?? '')
    expect(url.origin).toBe(environment.gamesUrl)
    expect(url.searchParams.get('lng')).toBe(language)
    await game
      .getByText(email.split('@')[0] as string)
      .first()
      .waitFor()
    await expectNoErrors()
  })

  test('buys an item in the game with a card, and gets the item', async ({
    ui: { t, page, email, labels, game, payButton, button, expectNoErrors },
  }) => {
    await game.getByRole('button', { name: labels.play }).first().click()
    await game.getByRole('button', { name: labels.shop }).first().click()
    await game.getByRole('button', { name: labels.buy }).click()

    await page.getByLabel(t('payments:email.label')).waitFor()
    expect(await page.getByLabel(t('payments:email.label')).inputValue()).toBe(email)
    await expectNoErrors()
    await page.getByRole('radio', { name: new RegExp(t('payments:provider.stripe')) }).check()
    await payButton.click()
    await fillCard(page, language, '4242424242424242')
    await expectNoErrors()
    await payButton.click()
    await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
    await expectNoErrors()
    await button(t('payments:result.ok')).click()

    await game.getByRole('heading', { name: labels.mine }).waitFor()
    await game.getByRole('button', { name: labels.thanks }).click()
    await expectNoErrors()
  })

  test('the hub created one purchase and one verified webhook, and the game consumed the purchase', async ({
    environment,
    ui: { email },
  }) => {
    const player = await logIn(environment, email, password)
    type Payments = { data: { result: { uuid: string; status: string }[] } }
    const payments = await call<Payments>(environment, 'GET', '/payments/get-user-payments', {
      jwt: player.jwt,
    })
    expect(payments.data.result).toMatchObject([{ status: 'paid' }])
    const webhooks = await waitUntil(async () => {
      const response = await fetch(`${environment.sandboxUrl}/game-server/notices?project=islandm3`)
      const all = (await response.json()) as { verified: boolean; body: unknown }[]
      const ours = all.filter((webhook) =>
        JSON.stringify(webhook).includes(payments.data.result[0]?.uuid ?? '?'),
      )
      return ours.length > 0 ? ours : undefined
    }, 'the webhook')
    expect(webhooks).toHaveLength(1)
    expect(webhooks[0]?.verified).toBe(true)
    await waitUntil(async () => {
      const remaining = await call<{ data: { result: unknown[] } }>(
        environment,
        'GET',
        '/purchases?project=islandm3',
        {
          jwt: player.jwt,
        },
      )
      return remaining.data.result.length === 0 || undefined
    }, 'the game to consume its purchase')
  })

  test('sees the payment in the history, copies its id and opens the receipt', async ({
    environment,
    ui: { t, page, email, button, expectNoErrors },
  }) => {
    await page.goto('/transactions')
    const row = page.getByRole('button', { name: /\d{4}-\d{2}-\d{2}/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/\$/)
    await expectNoErrors()
    await row.click()
    await Promise.all([
      page.getByText(t('payments:history.idCopied')).first().waitFor(),
      button(t('payments:history.copyId')).click(),
    ])
    await expectNoErrors()
    const player = await logIn(environment, email, password)
    const [payment] = (
      await call<{ data: { result: { uuid: string }[] } }>(
        environment,
        'GET',
        '/payments/get-user-payments',
        {
          jwt: player.jwt,
        },
      )
    ).data.result
    const link = await waitUntil(async () => {
      const path = `/user/get-receipt-link?privatePaymentId=${payment?.uuid}`
      return (
        (await call<{ data: { result: string | null } }>(environment, 'GET', path, { jwt: player.jwt })).data
          .result ?? undefined
      )
    }, 'the receipt')
    const receipt = await fetch(new URL(link, environment.hubUrl))
    expect(receipt.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await receipt.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test('logs out, and in again by email', async ({
    ui: { t, page, email, accountButton, button, expectNoErrors },
  }) => {
    await accountButton.click()
    await button(t('common:header.signOut')).click()
    await page
      .getByRole('link', { name: t('common:header.signIn') })
      .first()
      .waitFor()
    await page.goto('/session/login/email')
    await expectNoErrors()

    await submitLogin(page, language, { email: `nobody-${email}`, password })
    await page.getByText(t('errors:refusal.USER_NOT_EXIST_LOGIN_BY_EMAIL')).first().waitFor()
    await submitLogin(page, language, { email, password: 'Wrong12345' })
    await page.getByText(t('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL')).first().waitFor()
    expect(await page.getByLabel(t('accounts:field.password'), { exact: true }).inputValue()).toBe('')
    await submitLogin(page, language, { email, password })
    await page.waitForURL(`**/games/${language}/`)
    await accountButton.waitFor()
  })
})
