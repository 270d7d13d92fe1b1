import type { Scene } from '../screen-list.ts'

/** A project outside the catalogue, which the tests' content adds. */
export const singleProject = 'nightcity'

const keepShelf = (page: Scene['page']) =>
  page.evaluate(() => {
    const games = [
      { project: 'neuroarena', favouriteAt: 1, playedAt: 3 },
      { project: 'islandm3', favouriteAt: 2, playedAt: null },
    ]
    localStorage.setItem('shelf', JSON.stringify({ owner: '', games }))
  })

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

  openAccountMenu: ({ page, words }: Scene) =>
    page.getByRole('banner').getByTitle(words('common:header.account')).click(),

  waitForGame: ({ page }: Scene) => page.frameLocator('#game-frame').getByRole('heading').first().waitFor(),

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
