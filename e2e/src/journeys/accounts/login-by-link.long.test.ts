/** A link with a login, in a browser with another one or none. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type ApiPlayer, logIn, register } from '../../environment/api.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { accountButton, endedToken } from '../../steps/login.ts'

const t = translator('en')
const test = journey({ start: startEnvironment })
  .extend('other', { scope: 'file' }, ({ environment }) => register(environment))
  /** A page in a browser where the player is logged in. */
  .extend('loggedInPage', async ({ page, player }) => {
    await page.goto('/prices')
    await page.evaluate(storeLoginOnce, { ...player, nickName: 'Ursula' })
    return page
  })

/** Runs in the page. */
function storeLoginOnce({ jwt, userId, nickName }: ApiPlayer & { nickName: string }): void {
  const login = { jwt, userId, nickName, currentAuthType: 'mail', session: '' }
  localStorage.setItem('access-token', jwt)
  localStorage.setItem('web-auth-data', JSON.stringify(login))
}

const question = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Continue as' })
const choose = (page: Page, name: string) => question(page).getByRole('button', { name }).click()
const storedLogin = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('access-token'),
    userId: JSON.parse(localStorage.getItem('web-auth-data') ?? '{}').userId,
    fromLink: sessionStorage.getItem('playhub-jwt'),
  }))

/** The player ids in the account menu and in the support form, and the tokens sent by the support form. */
async function shownPlayers(page: Page) {
  await accountButton(page, 'en').click()
  const menu = await page.getByText(/^ID [0-9a-f]{8}-/).textContent()
  const request = page.waitForRequest('**/api/me')
  await page.goto('/transactions/help')
  const token = (await (await request).headerValue('authorization'))?.replace('Bearer ', '')
  const form = await page.getByLabel(t('support:form.userId'), { exact: true }).inputValue()
  return { menu: menu?.replace(/^ID /, ''), form, token }
}

test('is not used before the player agrees; then everything shown and sent is of the new player', async ({
  loggedInPage: page,
  player,
  other,
}) => {
  await page.goto(`/games/en/?jwt=${other.jwt}`)
  await question(page).waitFor()
  expect(await storedLogin(page)).toMatchObject({ token: player.jwt, userId: player.userId, fromLink: null })
  await choose(page, t('accounts:offeredLogin.accept'))
  await question(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => localStorage.getItem('access-token') === null)
  await page.waitForLoadState('load')
  expect(await shownPlayers(page)).toEqual({ menu: other.userId, form: other.userId, token: other.jwt })
  expect(await storedLogin(page)).toEqual({ token: null, userId: other.userId, fromLink: other.jwt })
})

test('is dropped when the player declines, and the stored login stays', async ({
  loggedInPage: page,
  player,
  other,
}) => {
  await page.goto(`/games/en/?jwt=${other.jwt}`)
  await choose(page, t('accounts:offeredLogin.decline'))
  await question(page).waitFor({ state: 'detached' })
  await page.reload()
  expect(await shownPlayers(page)).toEqual({ menu: player.userId, form: player.userId, token: player.jwt })
  expect(await question(page).count()).toBe(0)
})

test.for(['/games/en/', '/transactions'])(
  'that is dead leaves the stored login at %s, with a message',
  async (path, { loggedInPage: page, tab, environment, player }) => {
    tab.allowConsoleErrors(/status of 401/)
    const message = page.getByText(t('errors:refusal.UNAUTHORIZED')).first()
    await Promise.all([message.waitFor(), page.goto(`${path}?jwt=${await endedToken(environment)}`)])
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await storedLogin(page)).toMatchObject({
      token: player.jwt,
      userId: player.userId,
      fromLink: null,
    })
    await accountButton(page, 'en').waitFor()
  },
)

test('takes the place of a stored login that has ended, without a question', async ({
  page,
  tab,
  environment,
  other,
}) => {
  tab.allowConsoleErrors(/status of 401/)
  await page.goto('/prices')
  const ended = { ...other, jwt: await endedToken(environment), nickName: 'Nobody' }
  await page.evaluate(storeLoginOnce, ended)
  await page.goto(`/transactions?jwt=${other.jwt}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(
    () => !localStorage.getItem('access-token') && localStorage.getItem('web-auth-data'),
  )
  expect(new URL(page.url()).pathname).toBe('/transactions')
  expect(await storedLogin(page)).toMatchObject({ fromLink: other.jwt, userId: other.userId })
})

test('takes the place of a stored login that has ended before the code of the question has loaded', async ({
  page,
  tab,
  environment,
  other,
}) => {
  tab.allowConsoleErrors(/status of 401|ERR_FAILED/)
  await page.goto('/prices')
  await page.evaluate(storeLoginOnce, { ...other, jwt: await endedToken(environment), nickName: 'Nobody' })
  await page.route('**/assets/offered-login*', (route) => route.abort())
  const afterStart = page.waitForRequest('**/assets/service-worker*')
  await page.route('**/api/payments/get-user-payments*', (route) => afterStart.then(() => route.continue()))
  await page.goto(`/transactions?jwt=${other.jwt}`)
  await page.waitForFunction(
    () => sessionStorage.getItem('playhub-jwt') && localStorage.getItem('web-auth-data'),
  )
  expect(await storedLogin(page)).toEqual({ token: null, fromLink: other.jwt, userId: other.userId })
})

test('of the same player is used without a question', async ({ loggedInPage: page, environment, player }) => {
  const again = await logIn(environment, player.email, 'Playhub2026')
  await page.goto(`/games/en/?jwt=${again.jwt}`)
  await page.waitForFunction(() => sessionStorage.getItem('playhub-jwt') !== null)
  expect(await question(page).count()).toBe(0)
  expect(await storedLogin(page)).toEqual({ token: player.jwt, userId: player.userId, fromLink: again.jwt })
})

describe('that logs a guest in', () => {
  const paths = [
    '/settings',
    '/transactions',
    '/transactions/help',
    '/payments/process/00000000-0000-4000-8000-000000000000',
  ]

  test.for(paths)(
    'asks at %s, and the guest who declines leaves as one',
    async (path, { page, tab, other }) => {
      // No payment has the id.
      tab.allowConsoleErrors(/status of 404/)
      await page.goto(`${path}?jwt=${other.jwt}`)
      await choose(page, t('accounts:linkQuestion.decline'))
      await page.waitForURL('**/games/en/')
      expect(await storedLogin(page)).toEqual({ token: null, userId: undefined, fromLink: null })
    },
  )

  test('shows public pages at once, and asks when settings are opened from there', async ({
    page,
    other,
  }) => {
    await page.goto(`/games/en/?jwt=${other.jwt}`)
    await accountButton(page, 'en').click()
    expect(await question(page).count()).toBe(0)
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('common:header.settings') })
      .click()
    await question(page).waitFor()
  })

  test('asks once for an account: not on the next page, nor in another tab', async ({ page, other }) => {
    await page.goto(`/settings?jwt=${other.jwt}`)
    await choose(page, t('accounts:linkQuestion.accept'))
    await question(page).waitFor({ state: 'detached' })
    const second = await page.context().newPage()
    for (const playerTab of [page, second]) {
      await playerTab.goto(`/transactions?jwt=${other.jwt}`)
      await playerTab.waitForFunction(() => localStorage.getItem('web-auth-data') !== null)
      await playerTab.getByText(t('payments:history.lead')).waitFor()
      expect(await question(playerTab).count()).toBe(0)
    }
  })
})
