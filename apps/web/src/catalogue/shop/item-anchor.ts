/** The id of an item's card, so that an address can lead to it. */
export const itemAnchor = (itemId: string) => `item-${itemId}`
