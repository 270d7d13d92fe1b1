/** A player's acts where the hub sells items: on the price list and on a game page. */
import type { Locator, Page } from 'playwright-core'
import type { AddedLanguage } from '../environment/languages.ts'
import { type Language, translator } from '../environment/translator.ts'

/** An item's card. */
export const itemCard = (page: Page, itemId: string): Locator => page.locator(`#item-${itemId}`)

export const buyButton = (page: Page, itemId: string): Locator => itemCard(page, itemId).getByRole('button')

/** Label in place of the buy button for an owned non-consumable item. */
export const ownedLabel = (page: Page, itemId: string, language: Language | AddedLanguage): Locator =>
  itemCard(page, itemId).getByText(translator(language)('prices:owned'), { exact: true })

/** Opens pages as in the browser of somebody who has played a game: its page sells to them. */
export const rememberPlayed = (page: Page, project: string): Promise<unknown> =>
  page.addInitScript((played) => {
    // An earlier page has stored the account's empty library.
    if (localStorage.getItem('library')?.includes(`"${played}"`)) return
    const games = [{ project: played, favouriteAt: null, playedAt: 1 }]
    localStorage.setItem('library', JSON.stringify({ owner: '', games }))
  }, project)
