/** What a player does where the hub sells items: on the price list and on the page of a game. */
import type { Locator, Page } from 'playwright-core'
import type { AddedLanguage } from '../environment/languages.ts'
import { type Language, translator } from '../environment/translator.ts'

/** The card of an item. */
export const itemCard = (page: Page, itemId: string): Locator => page.locator(`#item-${itemId}`)

export const buyButton = (page: Page, itemId: string): Locator => itemCard(page, itemId).getByRole('button')

/** What stands in place of the button of an item that the player cannot buy again. */
export const ownedLabel = (page: Page, itemId: string, language: Language | AddedLanguage): Locator =>
  itemCard(page, itemId).getByText(translator(language)('prices:owned'), { exact: true })
