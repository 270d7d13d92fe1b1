import type { CatalogItem, Hub, ItemQuantity } from '@playhub/game-sdk'
import { showCard } from '../hud/card.ts'
import { announce, element, image, paragraph } from '../hud/dom.ts'
import type { CommonMessages } from '../messages/en.ts'
import type { PlayerSaves, SaveBase } from '../player-saves.ts'
import type { Sound } from '../sound.ts'
import { deliver, deliverPending } from './delivery.ts'

export interface ShopItem<Save> {
  readonly id: string
  readonly image: string
  /** Title and price in USD cents when the game runs without a hub. */
  readonly local: { readonly title: string; readonly cents: number }
  /** Bought once and kept, as `once: true` in the hub's content. */
  readonly isKept?: true
  /** Returns the save with the item in it. */
  give(save: Save): Save
}

export interface ShopMessages extends CommonMessages {
  readonly shopIntro: string
  readonly shopLoading: string
  readonly items: Readonly<Record<string, { readonly title: string; readonly what: string }>>
  bought(item: string): string
  restored(item: string): string
}

interface ShopDeps<Save extends SaveBase> {
  hub: Hub
  saves: PlayerSaves<Save>
  sound: Pick<Sound<'gift'>, 'play'>
  /** Listed in shop order. */
  items: readonly ShopItem<Save>[]
  messages(): ShopMessages
  /** One line with the player's items. */
  inventory(): string
  /** Label in place of a one-time item's price when the player owns it; null for any other item. */
  ownedLabel(itemId: string): string | null
  setPaying(isPaying: boolean): void
  /** Called when the save or the player may have changed. */
  onChange(): void
}

export interface Shop {
  show(onClose: () => void): void
  /** Delivers what is paid and not consumed, and shows it. */
  deliverPending(): Promise<void>
}

type PurchaseResult = 'bought' | 'cancelled' | 'failed' | 'pending' | 'signInFirst' | 'noAnswer'

/** @returns null when this game version does not have the item. */
export const giveItem = <Save>(items: readonly ShopItem<Save>[], save: Save, itemId: string): Save | null =>
  items.find(({ id }) => id === itemId)?.give(save) ?? null

export const isKept = (items: readonly Pick<ShopItem<never>, 'id' | 'isKept'>[], itemId: string): boolean =>
  items.some((item) => item.id === itemId && item.isKept === true)

/** Creates the shop: a card with the hub's items, and purchase delivery. */
export function createShop<Save extends SaveBase>(deps: ShopDeps<Save>): Shop {
  const { hub, saves, items } = deps
  const delivery = {
    hub,
    saves,
    giveItem: (save: Save, itemId: string) => giveItem(items, save, itemId),
    isKept: (itemId: string) => isKept(items, itemId),
  }

  let lastDelivery: Promise<unknown> = Promise.resolve()
  /** One delivery at a time, and none during a purchase: the next one finds what the last has consumed. */
  function inOrder<T>(run: () => Promise<T>): Promise<T> {
    const result = lastDelivery.then(run)
    lastDelivery = result.catch(() => {})
    return result
  }

  /** A paid purchase failing here is delivered at the next start. */
  async function buy(itemId: string): Promise<PurchaseResult> {
    try {
      if (hub.player.isGuest && (await hub.signIn()).isGuest) return 'signInFirst'
      const outcome = await hub.purchase({ itemId })
      if (outcome.status !== 'paid') return outcome.status
      await deliver(delivery, outcome.purchase)
      // A bundle has more purchases.
      if (outcome.purchase.itemId !== itemId) await deliverPending(delivery)
      return 'bought'
    } catch {
      return 'noAnswer'
    }
  }

  // The hub unloads the game while its player pays.
  const { purchased } = hub
  const boughtId = purchased?.status === 'paid' ? purchased.purchase.id : null

  return {
    show: (onClose) => showShop(deps, (itemId) => inOrder(() => buy(itemId)), onClose),
    async deliverPending() {
      if (hub.player.isGuest) return
      const delivered = await inOrder(() => deliverPending(delivery)).catch(() => []) // retried at the next start
      deps.onChange()
      for (const { id, itemId } of delivered) {
        const { title } = getLabels(deps, itemId)
        const { restored, bought } = deps.messages()
        showGift(deps, itemId, id === boughtId ? bought(title) : restored(title))
      }
    },
  }
}

function showShop<Save extends SaveBase>(
  deps: ShopDeps<Save>,
  buy: (itemId: string) => Promise<PurchaseResult>,
  onClose: () => void,
): void {
  const messages = deps.messages()
  const status = element('p', { className: 'shop-state', textContent: messages.shopLoading, role: 'status' })
  const inventory = paragraph(deps.inventory(), 'quiet')
  const list = element('ul', { className: 'shop-items' })

  function setBusy(isBusy: boolean): void {
    for (const button of listButtons(list)) button.disabled = isBusy
    list.ariaBusy = String(isBusy)
    deps.setPaying(isBusy)
  }

  async function sell(itemId: string, button: HTMLButtonElement): Promise<void> {
    setBusy(true)
    status.textContent = messages.paying
    const result = await buy(itemId)
    setBusy(false)
    deps.onChange()
    inventory.textContent = deps.inventory()
    button.focus()
    const owned = createOwnedNote(deps, itemId)
    if (owned) button.replaceWith(owned)
    status.textContent = result === 'bought' ? '' : messages[result]
    if (result === 'bought') showGift(deps, itemId, messages.bought(getLabels(deps, itemId).title))
  }

  async function fill(): Promise<void> {
    const catalog = await deps.hub.getCatalog().catch(() => [])
    const known = deps.items.flatMap(({ id }) => catalog.find((sold) => sold.id === id) ?? [])
    // A bundle needs no code of its own: its contents arrive as purchases of their own.
    const isKnown = ({ id }: ItemQuantity) => deps.items.some((item) => item.id === id)
    const bundles = catalog.filter(({ contains }) => contains?.every(isKnown))
    const listed = [...new Set([...known, ...bundles])].map((sold) => createListItem(deps, sold, sell))
    const focused = listButtons(list).indexOf(document.activeElement as HTMLButtonElement)
    list.replaceChildren(...listed)
    listButtons(list)[focused]?.focus()
    fillAtChange(catalog)
    status.textContent = listed.length > 0 ? '' : messages.shopClosed
  }

  /** Prices change when a sale begins or ends. */
  function fillAtChange(catalog: readonly CatalogItem[]): void {
    const changes = catalog.flatMap(({ validUntil }) => (validUntil ? [Date.parse(validUntil)] : []))
    const waitMs = Math.max(Math.min(...changes) - Date.now(), 0) + refillDelayMs
    if (waitMs > longestTimerMs) return
    setTimeout(() => {
      if (list.isConnected && list.ariaBusy !== 'true') void fill()
    }, waitMs)
  }

  showCard({
    kind: 'shop',
    title: messages.shop,
    content: [paragraph(messages.shopIntro), list, status, inventory],
    buttons: [{ text: messages.close, onPress: onClose }],
    onEscape: onClose,
  })
  void fill()
}

/** The hub's clock may be behind the device's. */
const refillDelayMs = 2_000
/** Longer timers run at once. */
const longestTimerMs = 2 ** 31 - 1

const listButtons = (list: HTMLElement): HTMLButtonElement[] => [...list.querySelectorAll('button')]

function createListItem<Save extends SaveBase>(
  deps: ShopDeps<Save>,
  sold: CatalogItem,
  sell: (itemId: string, button: HTMLButtonElement) => Promise<void>,
): HTMLLIElement {
  const messages = deps.messages()
  const { id, listPrice, contains } = sold
  const { formatted } = sold.price
  const { title, what } = contains ? describeBundle(deps, sold, contains) : getLabels(deps, id)
  const [first] = contains ?? []
  const button = element(
    'button',
    { type: 'button', className: 'button is-main is-price', onclick: () => void sell(id, button) },
    element('span', { textContent: messages.buy, ariaHidden: 'true' }),
    ...(listPrice
      ? [
          element('span', { className: 'unseen', textContent: messages.oldPrice(listPrice.formatted) }),
          element('s', { textContent: listPrice.formatted, ariaHidden: 'true' }),
        ]
      : []),
    element('b', { textContent: formatted, ariaHidden: 'true' }),
    element('span', { className: 'unseen', textContent: messages.buyLabel(title, formatted) }),
  )
  const labels = element('div', {}, element('h3', { textContent: title }), paragraph(what))
  return element(
    'li',
    {},
    createItemImage(deps, first?.id ?? id),
    labels,
    createOwnedNote(deps, id) ?? button,
  )
}

function describeBundle(
  deps: Pick<ShopDeps<never>, 'messages'>,
  { title, description }: CatalogItem,
  contains: readonly ItemQuantity[],
): { title: string; what: string } {
  const names = contains.map(({ id, quantity }) => {
    const name = getLabels(deps, id).title
    return quantity > 1 ? `${quantity} × ${name}` : name
  })
  return { title, what: `${description} ${deps.messages().inside(names.join(', '))}`.trim() }
}

function createOwnedNote<Save extends SaveBase>(deps: ShopDeps<Save>, itemId: string): HTMLElement | null {
  const label = deps.ownedLabel(itemId)
  return label ? paragraph(label, 'owned') : null
}

function showGift<Save extends SaveBase>(deps: ShopDeps<Save>, itemId: string, title: string): void {
  deps.sound.play('gift')
  announce(title)
  showCard({
    kind: 'gift',
    title,
    content: [
      element('div', { className: 'gift' }, createItemImage(deps, itemId)),
      paragraph(getLabels(deps, itemId).what),
    ],
    buttons: [{ text: deps.messages().thanks, isMain: true, onPress: () => {} }],
    onEscape: () => {},
  })
}

const getLabels = (deps: Pick<ShopDeps<never>, 'messages'>, itemId: string) =>
  deps.messages().items[itemId] ?? { title: itemId, what: '' }

const createItemImage = <Save extends SaveBase>({ items }: ShopDeps<Save>, itemId: string) =>
  image(items.find(({ id }) => id === itemId)?.image ?? '')
