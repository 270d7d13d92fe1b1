import { expect } from 'vitest'
import { call } from '../../environment/api.ts'
import type { Language } from '../../environment/translator.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { methodButton, submitLogin } from '../../steps/login.ts'
import { buyItem } from '../../steps/payment.ts'
import { test, type Walk } from './spec-test.ts'

type Result<T> = { data: { result: T } }
type Fields = Record<string, unknown>

const storage = ({ page }: Walk) =>
  page.evaluate(() => ({ ...localStorage }) as unknown as Record<string, string>)

export function walkEntities(language: Language): void {
  test.concurrent('a login leaves token, player and session in the browser, a mistake the counter', async ({
    environment,
    openWalk,
    player,
  }) => {
    const { session } = await call<{ session: string }>(environment, 'POST', '/session/get', {
      body: { project: 'islandm3' },
    })
    const walk = await openWalk(language)
    const { go, page, see, tab } = walk
    tab.allowConsoleErrors(/status of 401/)
    await go(`/session/login/email/${session}`)
    await submitLogin(page, language, { ...player, password: 'Mistaken2026' })
    await see('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL')
    expect(await storage(walk)).toMatchObject({ 'failed-attempt-counter': '1', session })
    await submitLogin(page, language, player)
    await page.waitForFunction(() => localStorage.getItem('access-token'))
    const stored = await storage(walk)
    expect(JSON.parse(stored['web-auth-data'] ?? '')).toMatchObject({
      currentAuthType: 'mail',
      nickName: player.email.split('@')[0],
      userId: player.userId,
      jwt: stored['access-token'],
      session,
    })
  })

  test.concurrent('the browser keeps the language, the age and the id of a social sign-in', async ({
    openWalk,
  }) => {
    const walk = await openWalk(language)
    const { go, page } = walk
    await go(siteSteps.singleGameUrl(walk))
    await siteSteps.openSingleGame(walk)
    expect(Object.keys(await storage(walk))).toContain('age-verification')
    const other = language === 'ru' ? 'en' : 'ru'
    await go('/prices')
    await siteSteps.openLanguageMenu(walk)
    await page
      .getByRole('banner')
      .getByRole('link', { name: other === 'ru' ? 'Русский' : 'English' })
      .click()
    await page.locator(`html[lang=${other}]`).waitFor()
    expect(await storage(walk)).toMatchObject({ i18nextLng: other })
    await go('/session/login')
    const [request] = await Promise.all([
      page.waitForRequest('**/api/auth/set-user-auth-state'),
      methodButton(page, 'google', other).click(),
    ])
    await page.waitForURL('**/google/**')
    await page.goBack()
    expect(request.postDataJSON().id).toBe((await storage(walk))['auth-data-id'])
  })

  test.concurrent('config, games, prices, an order and a transaction have the fields of the specification', async ({
    environment,
    player,
  }) => {
    const get = <T>(path: string) => call<T>(environment, 'GET', path, { jwt: player.jwt, language })
    const config = (
      await get<Result<{ projects: Fields[]; settings: Fields[] }>>('/control/get-initial-config')
    ).data.result
    expect(config.projects.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['familytown', 'neuroarena', 'islandm3']),
    )
    expect(config.projects[0]).toMatchObject({
      authType: expect.stringMatching(/^(postMessage|redirect)$/),
      authMethods: expect.any(Array),
      paymentsMethods: expect.any(Array),
      mainData: { outOfCatalog: false },
    })
    expect(config.settings.map(({ id }) => id)).toContain('failedAttemptLimit')

    const game = await get<Result<Fields>>('/control/get-game-data?projectName=islandm3')
    expect(game.data.result).toMatchObject({
      project: 'islandm3',
      mainData: { projectName: expect.any(String) },
      web_page: {
        cardBackgroundColor: expect.any(String),
        cardLogoImage: expect.any(String),
        footerBackgroundColor: expect.any(String),
        inDevelop: false,
        isActive: true,
        iframeUrl: expect.stringContaining(environment.gamesUrl),
        projectBackgroundFile: expect.any(String),
        gameImage: expect.any(String),
      },
      localization: { name: {}, cardDescription: {}, fullDescription: {} },
      social: { items: expect.any(Array) },
      seoData: {},
    })
    expect(await get('/control/get-single-game-data?projectName=nightcity')).toMatchObject({
      settings: {
        backgroundFiles: expect.any(Array),
        popupFiles: expect.any(Array),
        verificationButtonFiles: expect.any(Array),
        iframeSrc: expect.any(String),
      },
    })
    const prices = await get<Result<Fields[]>>('/control/get-prices?project=islandm3')
    const texts = { id: expect.any(String), ruTitle: expect.any(String), enTitle: expect.any(String) }
    expect(prices.data.result[0]).toMatchObject({
      ...texts,
      ruValue: expect.any(Number),
      enValue: expect.any(Number),
      logoName: expect.stringMatching(/^\/main_images\//),
    })

    const { id } = await call<{ id: string }>(environment, 'POST', '/payments/create', {
      jwt: player.jwt,
      body: { itemId: 'islandm3-hints' },
    })
    expect(await get(`/payments/process/${id}`)).toMatchObject({
      provider: null,
      providerId: null,
      paymentData: {
        cardLogoImage: expect.any(String),
        projectName: expect.any(String),
        ruPrice: expect.any(Number),
        enPrice: expect.any(Number),
        ruName: expect.any(String),
        enName: expect.any(String),
      },
      profileData: { mailToReceiveCheck: player.email },
    })
    await buyItem(environment, player, 'islandm3-hints')
    const payments = await get<Result<Fields[]>>('/payments/get-user-payments')
    expect(payments.data.result[0]).toMatchObject({
      createTs: expect.any(Number),
      title: expect.any(String),
      price: expect.any(Number),
      currency: expect.stringMatching(/^(RUB|USD)$/),
      status: 'paid',
      uuid: expect.any(String),
      projectName: expect.any(String),
    })
  })
}
