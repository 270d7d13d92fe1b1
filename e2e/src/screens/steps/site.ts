import { register } from '../../environment/api.ts'
import { singleProject } from '../../environment/content.ts'
import type { StepContext } from '../screen.ts'

const gameLabels = {
  en: { play: 'Play', shop: 'Shop', buy: /^Buy Hint pack for/ },
  ru: { play: 'Играть', shop: 'Магазин', buy: /^Купить .*[Пп]одсказ/ },
}

const storeLibrary = (page: StepContext['page']) =>
  page.evaluate(() => {
    const games = [
      { project: 'neuroarena', favouriteAt: 1, playedAt: 3 },
      { project: 'islandm3', favouriteAt: 2, playedAt: null },
    ]
    localStorage.setItem('library', JSON.stringify({ owner: '', games }))
  })

const seeQuestion = ({ page }: StepContext) => page.getByRole('dialog').waitFor()

/** The loading screen covers the game until then. */
const waitForGame = ({ page }: StepContext) => page.locator('#game-frame:not([inert])').waitFor()

/** They load once the page is idle. */
export const waitForScores = ({ page, t }: StepContext) => page.getByText(t('game:scores.empty')).waitFor()

const confirmAge = ({ page, t }: StepContext) =>
  page.getByRole('button', { name: t('play:single.ageConfirm') }).click()

async function openAccountMenu({ page, t }: StepContext): Promise<void> {
  await page.getByRole('banner').getByTitle(t('common:header.account')).click()
}

export const siteSteps = {
  /** A guest who has played a game and marked a favourite before. */
  returnAsGuest: async ({ page, t }: StepContext) => {
    await storeLibrary(page)
    await page.reload()
    await page.getByRole('navigation', { name: t('catalogue:library.goOn') }).waitFor()
  },

  showLibrary: async ({ page, t }: StepContext) => {
    await storeLibrary(page)
    await page.reload()
    await page.getByRole('heading', { name: t('library:favourites') }).waitFor()
    await page.getByRole('link', { name: /M3/ }).first().waitFor()
  },

  openLanguageMenu: ({ page, t }: StepContext) =>
    page
      .getByRole('banner')
      .getByTitle(new RegExp(`^${t('common:header.language')}`))
      .click(),

  openAccountMenu,

  /** Alt+T focuses the toasts, which keeps them open. */
  keepToastOpen: async (ctx: StepContext) => {
    const { page, t } = ctx
    await openAccountMenu(ctx)
    await Promise.all([
      page.getByText(t('common:header.idCopied')).waitFor(),
      page.getByRole('button', { name: t('common:header.copyId') }).click(),
    ])
    await page.keyboard.press('Alt+t')
  },

  askToClose: async (ctx: StepContext) => {
    const { page, t } = ctx
    await page.getByRole('button', { name: t('common:header.closeHub') }).click()
    await seeQuestion(ctx)
  },

  /** Fires the browser's event only: loading images still arrive. */
  goOffline: async ({ page, t }: StepContext) => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false })
      dispatchEvent(new Event('offline'))
    })
    await page.getByText(t('common:offline')).waitFor()
  },

  /** Repeats the service worker's message until the page listens. */
  offerRelease: async ({ page, t }: StepContext) => {
    await page.waitForFunction((offer) => {
      const data = { type: 'release', clientUrl: '/assets/entry-client-of-tomorrow.js' }
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
      return document.querySelector('.update-banner')?.textContent?.includes(offer)
    }, t('common:update.ready'))
  },

  /** Waits for its failing call's error. */
  openPrices: async ({ page, t }: StepContext) => {
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('common:footer.prices') })
      .click()
    await page.getByRole('button', { name: t('common:retry') }).waitFor()
  },

  /** Opens the payment screen over a running game. */
  buyInGame: async ({ page, t, language }: StepContext) => {
    const { play, shop, buy } = gameLabels[language]
    const game = page.frameLocator('#game-frame')
    for (const name of [play, shop, buy]) await game.getByRole('button', { name }).first().click()
    await page.getByLabel(t('payments:email.label')).waitFor()
  },

  waitForGame,
  waitForScores,

  enterFullScreen: async (ctx: StepContext) => {
    const { page, t } = ctx
    await waitForGame(ctx)
    await page.getByRole('button', { name: t('play:fullScreen') }).click()
    await page.getByRole('button', { name: t('play:exitFullScreen') }).waitFor()
  },

  singleGameUrl: ({ environment }: StepContext) =>
    `${environment.hubUrl.replace('localhost', `${singleProject}.localhost`)}/games/{lng}/`,

  /** A link with another player's login. */
  linkWithLogin: async ({ environment }: StepContext) =>
    `/games/{lng}/?jwt=${(await register(environment)).jwt}`,

  seeQuestion,

  openSingleGame: async (ctx: StepContext) => {
    await confirmAge(ctx)
    await waitForGame(ctx)
  },

  /** The game's page sends no message, and its server probe stays pending. */
  openPendingSingleGame: async (ctx: StepContext) => {
    const { environment, page, t } = ctx
    await page.route(`${environment.gamesUrl}/**`, (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Game</title>' })
        : undefined,
    )
    await confirmAge(ctx)
    await page.getByText(t('catalogue:loadingGame')).waitFor()
  },

  /** Makes a page's module throw. */
  failPageScript: async ({ page }: StepContext) => {
    await page.route('**/assets/login-page-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('This page is broken')" }),
    )
    await page.locator('a[href="/session/login"]').first().click()
    await page.getByText('This page is broken').waitFor()
  },
}
