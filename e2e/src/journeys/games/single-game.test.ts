/** The game outside the catalogue: no way around the age question, and guest support. */
import { expect } from 'vitest'
import { isHydrated, type Tab } from '../../environment/browser.ts'
import type { TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { accountButton, loginByEmail } from '../../steps/login.ts'

const t = translator('en')
const test = journey()

const question = (tab: Tab) => tab.page.getByRole('heading', { name: t('play:single.ageTitle') })
const catalogue = (tab: Tab) => tab.page.locator('main a[href="/games/en/islandm3/"]').first()

/** Requests from the game or the code framing it. */
const gameRequests = ({ requestedUrls }: Tab, { gamesUrl }: TestEnvironment) =>
  requestedUrls.filter((url) => url.startsWith(gamesUrl) || /\/(running-game|play-view)-/.test(url))

const ownHost = ({ hubUrl }: TestEnvironment) => hubUrl.replace('localhost', 'nightcity.localhost')

test.for([
  ['/games/en/nightcity/', catalogue],
  ['/games/en/nightcity/?play=1', catalogue],
  ['/games/en/nightcity/?play=1&project=nightcity', question],
  ['/games/en/?project=nightcity', question],
  ['/games/en/?play=1&project=nightcity', question],
  ['{own}/games/en/?play=1', question],
  ['{own}/games/en/nightcity/?play=1', question],
] as const)(
  '%s loads nothing of the game before the age is confirmed',
  async ([path, shown], { environment, tab }) => {
    await tab.page.goto(path.replace('{own}', ownHost(environment)))
    await shown(tab).waitFor()
    await tab.page.waitForLoadState('networkidle')
    expect(gameRequests(tab, environment)).toEqual([])
    expect(await tab.page.locator('#game-frame').count()).toBe(0)
  },
)

test('Back, Forward and a script of the page lead to the question, not to the game', async ({
  environment,
  tab,
}) => {
  const { page } = tab
  await page.goto('/games/en/?project=nightcity')
  await question(tab).waitFor()
  await page.goto('/prices')
  await page.goBack()
  await question(tab).waitFor()
  await page.goForward()
  // A page restored by Chromium is not attached at once, and Playwright could not go back from it. The question's page
  // has a heading of level 1, too.
  await page.getByRole('heading', { name: t('prices:title'), level: 1 }).waitFor()
  await page.goBack()
  await question(tab).waitFor()
  await page.waitForFunction(isHydrated, 'h1')
  await page.evaluate(() => {
    history.pushState({}, '', '/games/en/nightcity/?play=1')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await catalogue(tab).waitFor()
  const url = await page.evaluate(async () => {
    const response = await fetch('/api/control/get-game-data?projectName=nightcity')
    return (await response.json()).data.result.web_page.iframeUrl
  })
  expect(url).toBe('')
  expect(gameRequests(tab, environment)).toEqual([])
})

test('a hub in the frame of a listed site asks for the age too', async ({ environment, tab }) => {
  const { page } = tab
  await page.goto(`${environment.sandboxUrl}/example-game`)
  await page.evaluate((src) => {
    document.body.replaceChildren(Object.assign(document.createElement('iframe'), { src, height: 600 }))
  }, `${environment.hubUrl}/games/en/?project=nightcity&play=1`)
  const hub = page.frameLocator('iframe')
  await hub.getByRole('heading', { name: t('play:single.ageTitle') }).waitFor()
  expect(await hub.locator('#game-frame').count()).toBe(0)
  expect(gameRequests(tab, environment)).toEqual([])
})

test('the address of the game itself shows no game: it runs in a hub only', async ({ environment, page }) => {
  await page.goto(`${environment.gamesUrl}/nightcity/`)
  await page.getByText('This game is for adults. It opens in Playhub only').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})

test('the confirmed game is played, and its shop sells its items', async ({
  environment,
  player,
  openTab,
}) => {
  const { page } = await openTab({ player })
  await page.goto(`${environment.hubUrl}/games/en/?project=nightcity`)
  await page.getByRole('button', { name: t('play:single.ageConfirm') }).click()
  const game = page.frameLocator('#game-frame')
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Bet 10', exact: true }).click()
  await game.getByRole('img', { name: /^You: .+ points$/ }).waitFor()
  await game.getByRole('button', { name: /^Chips/ }).click()
  await game.getByRole('button', { name: /^Buy Stack of chips for/ }).click()
  await page.getByLabel(t('payments:email.label')).waitFor()
})

test('a guest who needs support learns that an account is needed, and gets to the form after the login', async ({
  environment,
  page,
  player,
}) => {
  await page.goto(`${ownHost(environment)}/games/en/`)
  await page.getByRole('link', { name: t('play:single.support') }).click()
  await page.getByText(t('accounts:chooser.next.support')).waitFor()
  await loginByEmail(page, 'en', player)
  await page.waitForURL('**/transactions/help')
  await page.getByLabel(t('support:form.userId'), { exact: true }).waitFor()
  await page.goBack()
  await accountButton(page, 'en').waitFor()
  await page.goto(new URL('/session/login?next=support', page.url()).href)
  await page.waitForURL('**/transactions/help')
})

test('a guest who goes on without an account returns to the game', async ({ environment, page }) => {
  const url = `${ownHost(environment)}/games/en/`
  await page.goto(url)
  await page.getByRole('link', { name: t('play:single.support') }).click()
  await page.getByRole('button', { name: t('accounts:chooser.guest') }).click()
  await page.waitForURL(url)
})
