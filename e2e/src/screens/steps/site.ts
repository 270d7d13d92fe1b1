import type { Scene } from '../screen-list.ts'

/** A project outside the catalogue, which the tests' content adds. */
export const singleProject = 'nightcity'

const gameWords = {
  en: { play: 'Play', shop: 'Shop', buy: /^Buy Hint pack for/ },
  ru: { play: 'Играть', shop: 'Магазин', buy: /^Купить .*[Пп]одсказ/ },
}

const keepShelf = (page: Scene['page']) =>
  page.evaluate(() => {
    const games = [
      { project: 'neuroarena', favouriteAt: 1, playedAt: 3 },
      { project: 'islandm3', favouriteAt: 2, playedAt: null },
    ]
    localStorage.setItem('shelf', JSON.stringify({ owner: '', games }))
  })

const waitForGame = ({ page }: Scene) =>
  page.frameLocator('#game-frame').getByRole('heading').first().waitFor()

async function openAccountMenu({ page, words }: Scene): Promise<void> {
  await page.getByRole('banner').getByTitle(words('common:header.account')).click()
}

export const siteSteps = {
  /** As a guest who has played and marked before. */
  comeBack: async ({ page, words }: Scene) => {
    await keepShelf(page)
    await page.reload()
    await page.getByRole('navigation', { name: words('catalogue:shelf.goOn') }).waitFor()
  },

  keepGames: async ({ page, words }: Scene) => {
    await keepShelf(page)
    await page.reload()
    await page.getByRole('heading', { name: words('shelf:favourites') }).waitFor()
    await page.getByRole('link', { name: /M3/ }).first().waitFor()
  },

  openLanguageMenu: ({ page, words }: Scene) =>
    page
      .getByRole('banner')
      .getByTitle(new RegExp(`^${words('common:header.language')}`))
      .click(),

  openAccountMenu,

  /** A toast stays while somebody looks at it, and this is how that is done by keys. */
  holdToast: async (scene: Scene) => {
    const { page, words } = scene
    await openAccountMenu(scene)
    await page.getByRole('button', { name: words('common:header.copyId') }).click()
    await page.getByText(words('common:header.idCopied')).waitFor()
    await page.keyboard.press('Alt+t')
  },

  askToClose: async ({ page, words }: Scene) => {
    await page.getByRole('button', { name: words('common:header.closeHub') }).click()
    await page.getByRole('dialog').waitFor()
  },

  /** As the browser tells it; what it has asked for, such as pictures, still comes. */
  goOffline: async ({ page, words }: Scene) => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false })
      dispatchEvent(new Event('offline'))
    })
    await page.getByText(words('common:offline')).waitFor()
  },

  /** What is pressed then does not come. */
  goToPrices: async ({ page, words }: Scene) => {
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('common:footer.prices') })
      .click()
    await page.getByRole('button', { name: words('common:retry') }).waitFor()
  },

  /** The hub's payment screen over a running game. */
  buyInGame: async ({ page, words, language }: Scene) => {
    const { play, shop, buy } = gameWords[language]
    const game = page.frameLocator('#game-frame')
    for (const name of [play, shop, buy]) await game.getByRole('button', { name }).first().click()
    await page.getByLabel(words('payments:email.label')).waitFor()
  },

  waitForGame,

  fillScreen: async (scene: Scene) => {
    const { page, words } = scene
    await waitForGame(scene)
    await page.getByRole('button', { name: words('catalogue:game.fullScreen') }).click()
    await page.getByRole('button', { name: words('catalogue:game.exitFullScreen') }).waitFor()
  },

  singleGame: ({ world, language }: Scene) =>
    `${world.hubUrl.replace('localhost', `${singleProject}.localhost`)}/games/${language}/`,

  confirmAge: async ({ page, words }: Scene) => {
    await page.getByRole('button', { name: words('catalogue:single.ageConfirm') }).click()
    await page.frameLocator('#game-frame').getByRole('heading').first().waitFor()
  },

  /** A page of the client that fails as only a fault of ours would: its code throws. */
  breakDown: async ({ page }: Scene) => {
    await page.route('**/assets/chooser-page-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('The fuse has blown')" }),
    )
    await page.locator('a[href="/session/login"]').first().click()
    await page.getByText('The fuse has blown').waitFor()
  },
}
