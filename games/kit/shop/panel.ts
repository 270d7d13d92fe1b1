import type { Hub, Price } from '@playhub/game-sdk'
import { announce } from '../hud/announcer.ts'
import { showCard } from '../hud/card.ts'
import { element, picture } from '../hud/dom.ts'
import type { Granting } from '../save-store.ts'
import type { Sound } from '../sound.ts'
import { type Chest, deliver, deliverPending } from './delivery.ts'
import type { ShopTexts } from './texts.ts'

export interface ShopDeps<Save extends Granting> {
  hub: Hub
  chest: Chest<Save>
  sound: Pick<Sound<'gift'>, 'play'>
  /** What is sold, in the order of the shelf. */
  goods: readonly { readonly id: string; readonly image: string }[]
  texts(): ShopTexts
  /** What stands in place of the price of an item that is bought once and is the player's already; null for others. */
  kept?(itemId: string): string | null
  /** A line under the shelf that says what the player has already. */
  owned(): string
  /** The game stands still while the hub takes the payment. */
  setPaying(isPaying: boolean): void
  onChange(): void
}

export interface Shop {
  show(onClose: () => void): void
  /** Gives what was paid and not given yet, and celebrates it. */
  deliverPending(): Promise<void>
}

type Outcome = 'bought' | 'cancelled' | 'failed' | 'pending' | 'signInFirst' | 'buyTrouble'

/** One purchase from the button to the bag. Whatever goes wrong, what was paid arrives at the next start. */
async function buy<Save extends Granting>(itemId: string, { hub, chest }: ShopDeps<Save>): Promise<Outcome> {
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

/** The shop of a game: a shelf of the hub's items, and what was bought arriving. */
export function createShop<Save extends Granting>(deps: ShopDeps<Save>): Shop {
  const { hub, sound, goods } = deps
  const wordsOf = (itemId: string) => deps.texts().items[itemId] ?? { title: itemId, what: '' }
  const imageOf = (itemId: string) => goods.find(({ id }) => id === itemId)?.image ?? ''

  /** A small celebration of something that came into the bag. */
  function celebrate(itemId: string, words: string): void {
    sound.play('gift')
    announce(words)
    showCard({
      kind: 'gift',
      title: words,
      content: [
        element('div', { className: 'gift' }, picture(imageOf(itemId))),
        element('p', { textContent: wordsOf(itemId).what }),
      ],
      buttons: [{ text: deps.texts().thanks, isMain: true, onPress: () => {} }],
      onEscape: () => {},
    })
  }

  function show(onClose: () => void): void {
    const texts = deps.texts()
    const state = element('p', { className: 'shop-state', textContent: texts.shopLoading })
    const owned = element('p', { className: 'quiet', textContent: deps.owned() })
    const shelf = element('ul', { className: 'shelf' })
    state.setAttribute('role', 'status')

    function setBusy(isBusy: boolean): void {
      for (const button of shelf.querySelectorAll('button')) button.disabled = isBusy
      shelf.ariaBusy = String(isBusy)
      deps.setPaying(isBusy)
    }

    async function sell(itemId: string, button: HTMLButtonElement): Promise<void> {
      setBusy(true)
      state.textContent = texts.paying
      const outcome = await buy(itemId, deps)
      setBusy(false)
      deps.onChange()
      owned.textContent = deps.owned()
      button.focus()
      const kept = keptNote(itemId)
      if (kept) button.replaceWith(kept)
      state.textContent = outcome === 'bought' ? '' : texts[outcome]
      if (outcome === 'bought') celebrate(itemId, texts.bought(wordsOf(itemId).title))
    }

    function keptNote(id: string): HTMLElement | null {
      const words = deps.kept?.(id)
      return words ? element('p', { className: 'kept', textContent: words }) : null
    }

    function shelfItem(id: string, price: Price): HTMLLIElement {
      const { title, what } = wordsOf(id)
      const button = element('button', { type: 'button', className: 'button is-main is-price' })
      button.append(
        element('span', { textContent: texts.buy, ariaHidden: 'true' }),
        element('b', { textContent: price.formatted, ariaHidden: 'true' }),
        element('span', { className: 'unseen', textContent: texts.buyLabel(title, price.formatted) }),
      )
      button.onclick = () => void sell(id, button)
      const kept = keptNote(id)
      const words = [element('h3', { textContent: title }), element('p', { textContent: what })]
      return element('li', {}, picture(imageOf(id)), element('div', {}, ...words), kept ?? button)
    }

    async function fill(): Promise<void> {
      const catalog = await hub.getCatalog().catch(() => [])
      const items = goods.flatMap(({ id }) => {
        const item = catalog.find((candidate) => candidate.id === id)
        return item ? [shelfItem(id, item.price)] : []
      })
      shelf.replaceChildren(...items)
      state.textContent = items.length > 0 ? '' : texts.shopClosed
    }

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

  return {
    show,
    async deliverPending() {
      if (hub.player.isGuest) return
      const delivered = await deliverPending(hub, deps.chest).catch(() => []) // asked again at the next start
      deps.onChange()
      for (const { itemId } of delivered) celebrate(itemId, deps.texts().restored(wordsOf(itemId).title))
    },
  }
}
