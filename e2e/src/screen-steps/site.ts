import type { Scene } from '../screen-list.ts'

/** A project outside the catalogue, which the tests' content adds. */
export const singleProject = 'nightcity'

export const siteSteps = {
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
