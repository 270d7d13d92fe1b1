import { expect } from 'vitest'
import type { Language } from '../../environment/translator.ts'
import { paymentSteps } from '../../screens/steps/payments.ts'
import { test } from './spec-test.ts'

const catalogue = '/games/{lng}/'

/** Where a guest who opens a route ends up. */
const guestRoutes: [route: string, end: string][] = [
  ['/', catalogue],
  ['/no/such/place', catalogue],
  ['/session/login', '/session/login'],
  ['/session/registration', '/session/registration'],
  ['/session/login/email', '/session/login/email'],
  ['/auth/recovery-password', '/auth/recovery-password'],
  ['/auth/deletion-personal-data', '/auth/deletion-personal-data'],
  ['/payments/process/any', '/session/login'],
  ['/payments/stripe/any', '/session/login'],
  ['/payments/yookassa/any', '/session/login'],
  ['/payments/yandex-pay/any', '/session/login'],
  [catalogue, catalogue],
  ['/games/{lng}/islandm3/', '/games/{lng}/islandm3/'],
  ['/games/{lng}/skyport/', catalogue],
  ['/transactions', catalogue],
  ['/transactions/help', catalogue],
  ['/prices', '/prices'],
  ['/prices/islandm3', '/prices/islandm3'],
]

const loaders = [
  '/session/loginDone',
  '/session/loginDone/a-result',
  '/payments/done',
  '/unauthorized/a-result',
  '/loader',
]

const loginPages = [
  '/session/login',
  '/session/registration',
  '/session/login/email',
  '/auth/recovery-password',
]

export function walkRoutes(language: Language): void {
  const inLanguage = (path: string) => path.replace('{lng}', language)

  test.concurrent('every route leads a guest to its page, with a title and one heading', async ({
    openWalk,
  }) => {
    const { go, page, path } = await openWalk(language)
    const ends: [string, string][] = []
    for (const [route] of guestRoutes) {
      await go(route)
      ends.push([route, path()])
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
    }
    expect(ends).toEqual(guestRoutes.map(([route, end]) => [route, inLanguage(end)]))
  })

  test.concurrent('the loaders show a spinner above the footer', async ({ openWalk }) => {
    const { page, stop } = await openWalk(language)
    for (const route of loaders) {
      await page.goto(route)
      await page.locator('main[aria-busy=true]').waitFor()
      await page.getByRole('contentinfo').waitFor()
    }
    await stop()
  })

  test.concurrent('a player is led from the sign-in pages to the catalogue, and opens what is theirs', async ({
    openWalk,
    player,
  }) => {
    const walk = await openWalk(language, player)
    const { go, path, page, t } = walk
    for (const route of loginPages) {
      await page.goto(route)
      await page.waitForURL(`**${inLanguage(catalogue)}`)
    }
    await go('/transactions')
    await page.getByRole('heading', { level: 1, name: t('payments:history.title') }).waitFor()
    await go('/transactions/help')
    await page.getByRole('heading', { level: 1, name: t('support:title') }).waitFor()
    const order = await paymentSteps.newOrder(walk)
    await go(order)
    expect(path()).toBe(order)
    for (const [provider, title] of [
      ['stripe', 'payments:form.title.stripe'],
      ['yookassa', 'payments:form.title.yookassa'],
      ['yandex-pay', 'payments:form.title.yandex-pay'],
    ] as const) {
      await page.goto((await paymentSteps.newOrder(walk)).replace('process', provider))
      await page.getByText(t(title)).first().waitFor()
    }
  })

  test.concurrent('the language comes from the second segment, and a recognised one without texts shows English', async ({
    openWalk,
  }) => {
    const { go, page } = await openWalk(language)
    for (const [path, shown] of [
      ['/prices/ru', 'ru'],
      ['/prices/en', 'en'],
      ['/games/de/', 'en'],
      ['/games/zh/islandm3/', 'en'],
    ] as const) {
      await go(path)
      expect([path, await page.locator('html').getAttribute('lang')]).toEqual([path, shown])
    }
  })
}
