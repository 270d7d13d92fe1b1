import type { Hub, Price } from '@playhub/game-sdk'
import boosters from '../assets/items/boosters.svg'
import hintPack from '../assets/items/hint-pack.svg'
import treasureChest from '../assets/items/treasure-chest.svg'
import { announce } from '../hud/announcer.ts'
import { showCard } from '../hud/card.ts'
import { element, picture } from '../hud/dom.ts'
import type { Sound } from '../sound.ts'
import type { Texts } from '../texts/index.ts'
import { type Chest, deliver } from './delivery.ts'
import { type Bag, ITEM_IDS, type ItemId } from './grants.ts'

const ITEM_PICTURES: Record<ItemId, string> = {
  'islandm3-hints': hintPack,
  'islandm3-boosters': boosters,
  'islandm3-chest': treasureChest,
}

export interface ShopDeps {
  hub: Hub
  chest: Chest
  sound: Sound
  texts(): Texts
  bag(): Bag
  /** The game stands still while the hub takes the payment. */
  setPaying(isPaying: boolean): void
  onChange(): void
}

/** A small celebration of something that came into the bag. */
export function showGift(
  itemId: ItemId,
  words: string,
  { texts, sound }: Pick<ShopDeps, 'texts' | 'sound'>,
): void {
  sound.play('gift')
  announce(words)
  showCard({
    kind: 'gift',
    title: words,
    content: [
      element('div', { className: 'gift' }, picture(ITEM_PICTURES[itemId])),
      element('p', { textContent: texts().items[itemId].what }),
    ],
    buttons: [{ text: texts().thanks, isMain: true, onPress: () => {} }],
    onEscape: () => {},
  })
}

type Outcome = 'bought' | 'cancelled' | 'failed' | 'pending' | 'signInFirst' | 'buyTrouble'

/** One purchase from the button to the bag. Whatever goes wrong, what was paid arrives at the next start. */
async function buy(itemId: ItemId, { hub, chest }: ShopDeps): Promise<Outcome> {
  try {
    if (hub.player.isGuest && (await hub.signIn()).isGuest) return 'signInFirst'
    const outcome = await hub.purchase({ itemId })
    if (outcome.status !== 'paid') return outcome.status
    await deliver(hub, chest, outcome.purchase)
    return 'bought'
  } catch {
    return 'buyTrouble'
  }
}

export function showShop(deps: ShopDeps, onClose: () => void): void {
  const texts = deps.texts()
  const state = element('p', { className: 'shop-state', textContent: texts.shopLoading })
  const owned = element('p', { className: 'quiet' })
  const shelf = element('ul', { className: 'shelf' })
  state.setAttribute('role', 'status')

  const countOwned = () => {
    const { hints, bombs, movePacks } = deps.bag()
    owned.textContent = texts.have(hints, bombs, movePacks)
  }

  async function sell(itemId: ItemId, button: HTMLButtonElement): Promise<void> {
    setBusy(true)
    state.textContent = texts.paying
    deps.setPaying(true)
    const outcome = await buy(itemId, deps)
    deps.setPaying(false)
    setBusy(false)
    deps.onChange()
    countOwned()
    button.focus()
    state.textContent = outcome === 'bought' ? '' : texts[outcome]
    if (outcome === 'bought') showGift(itemId, texts.bought(texts.items[itemId].title), deps)
  }

  function setBusy(isBusy: boolean): void {
    for (const button of shelf.querySelectorAll('button')) button.disabled = isBusy
    shelf.ariaBusy = String(isBusy)
  }

  function shelfItem(id: ItemId, price: Price): HTMLLIElement {
    const { title, what } = texts.items[id]
    const button = element('button', { type: 'button', className: 'button is-main is-price' })
    button.append(
      element('span', { textContent: texts.buy, ariaHidden: 'true' }),
      element('b', { textContent: price.formatted, ariaHidden: 'true' }),
      element('span', { className: 'unseen', textContent: texts.buyLabel(title, price.formatted) }),
    )
    button.onclick = () => void sell(id, button)
    const words = element(
      'div',
      {},
      element('h3', { textContent: title }),
      element('p', { textContent: what }),
    )
    return element('li', {}, picture(ITEM_PICTURES[id]), words, button)
  }

  async function fill(): Promise<void> {
    const catalog = await deps.hub.getCatalog().catch(() => [])
    const items = ITEM_IDS.flatMap((id) => {
      const item = catalog.find((candidate) => candidate.id === id)
      return item ? [shelfItem(id, item.price)] : []
    })
    shelf.replaceChildren(...items)
    state.textContent = items.length > 0 ? '' : texts.shopClosed
  }

  countOwned()
  const intro = element('p', { textContent: texts.shopIntro })
  const close = { text: texts.close, onPress: onClose }
  showCard({
    kind: 'shop',
    title: texts.shop,
    content: [intro, shelf, state, owned],
    buttons: [close],
    onEscape: onClose,
  })
  void fill()
}
