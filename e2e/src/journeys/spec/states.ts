import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import type { Language } from '../../environment/translator.ts'
import { accountSteps } from '../../screens/steps/accounts.ts'
import { paymentSteps } from '../../screens/steps/payments.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { embedHub, receivedBy } from '../../sites/host-site.ts'
import { endedToken } from '../../steps/login.ts'
import { test } from './spec-test.ts'

export function walkStates(language: Language): void {
  test.concurrent('a payment by card goes from the choice to the form to paid, with OK', async ({
    environment,
    openWalk,
  }) => {
    const walk = await openWalk(language, await register(environment))
    await walk.go(await paymentSteps.newOrder(walk))
    await paymentSteps.pay(walk)
    await walk.stop()
    await walk.click('payments:result.ok')
    await walk.page.waitForURL('**/transactions**')
    await walk.see('common:status.paid')
  })

  test.concurrent('Yandex Pay: a closed window, a refusal and a payment end as not paid, not paid and paid', async ({
    environment,
    openWalk,
  }) => {
    const walk = await openWalk(language, await register(environment))
    const { go, page, see, stop } = walk
    await go(await paymentSteps.newOrder(walk))
    await paymentSteps.closeYandexPay(walk)
    await stop()
    await go(await paymentSteps.newOrder(walk))
    await paymentSteps.failInYandexPay(walk)
    await stop()
    await go(await paymentSteps.newOrder(walk))
    const popup = await paymentSteps.openYandexPay(walk)
    await popup.getByRole('button', { name: /^(Pay|Оплатить)/ }).click()
    await page.getByRole('heading', { name: walk.t('payments:result.paid.title') }).waitFor()
    await see('payments:result.ok')
  })

  test.concurrent('registration goes from the form to the code, with a countdown, to a signed-in player', async ({
    environment,
    openWalk,
  }) => {
    const walk = await openWalk(language)
    const { go, page, t, stop } = walk
    await go('/session/registration')
    await stop()
    await accountSteps.submitRegistration(walk)
    expect(await page.getByRole('main').textContent()).toMatch(/0[01]:\d\d/)
    await stop()
    const email = /[\w-]+@example\.org/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? ''
    await page.getByLabel(t('accounts:code.label')).fill(await environment.codeFor(email))
    await page.waitForURL(`**/games/${language}/`)
    await page.getByRole('banner').getByTitle(t('common:header.account')).waitFor()
  })

  test.concurrent('declining the age leads to a search engine', async ({ openWalk }) => {
    const walk = await openWalk(language)
    await walk.page.route(/^https:/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A search engine</title>' }),
    )
    await walk.go(siteSteps.singleGameUrl(walk))
    await walk.page.getByRole('link', { name: walk.t('play:single.ageDecline') }).click()
    await walk.page.waitForURL(/^https:\/\/(www\.google\.com|ya\.ru)\//)
  })

  test.concurrent('an ended login: a toast and sign-in in a window, 3001 to the host of a frame, the address in an app', async ({
    environment,
    openWalk,
  }) => {
    const { go, page, see, tab } = await openWalk(language)
    tab.allowConsoleErrors(/status of 401/)
    const endLogin = async () =>
      page.evaluate((jwt) => localStorage.setItem('access-token', jwt), await endedToken(environment))
    await go('/prices')
    await endLogin()
    await Promise.all([
      see('errors:refusal.UNAUTHORIZED', 'UNAUTHORIZED! INVALID_TOKEN!'),
      page.goto('/settings'),
    ])
    await page.waitForURL('**/session/login')
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull()

    await endLogin()
    await page.goto('/settings?source=mobile')
    await page.waitForURL('**/unauthorized?result=*')
    const result = new URL(page.url()).searchParams.get('result') ?? ''
    expect(JSON.parse(result)).toMatchObject({ type: 'unauthorized', isError: true, errorCode: 3001 })

    await page.goto(environment.site.url)
    const jwt = await endedToken(environment)
    const hub = await embedHub(page, `${environment.hubUrl}/settings?project=islandm3&jwt=${jwt}`)
    expect((await receivedBy(page))[0]?.data).toMatchObject({
      type: 'unauthorized',
      isError: true,
      errorCode: 3001,
    })
    await hub.waitForURL('**/loader')
  })
}
