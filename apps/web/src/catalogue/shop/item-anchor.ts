/** The id on an item's card, so a URL can lead to it. */
export const itemAnchor = (itemId: string) => `item-${itemId}`
