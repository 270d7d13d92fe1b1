import '@fontsource-variable/onest'
import { type CatalogItem, connect, type Hub, type MergeSave } from '@playhub/game-sdk'
import { byId } from './hud/dom.ts'
import { messagesFor } from './messages/language.ts'
import { createMerge, openPlayerSaves, type SaveBase, type SaveFormat } from './player-saves.ts'
import { createShell, type Game, type GameMessages, type Shell } from './shell.ts'
import type { ShopItem } from './shop/panel.ts'
import { createSound, type Tones } from './sound.ts'

/** A hub slower than this is treated as absent. */
const HUB_TIMEOUT_MS = 4000

export interface GameOptions<
  Save extends SaveBase,
  Messages extends GameMessages,
  Effect extends string,
  Sprites,
> {
  readonly saves: SaveFormat<Save>
  readonly items: readonly ShopItem<Save>[]
  /** The first is the fallback for languages missing in the game. */
  readonly messages: readonly [Messages, ...Messages[]]
  readonly tones: Tones<Effect>
  /** A game for adults runs in a hub only, which has asked for the age before. */
  readonly needsHub?: boolean
  loadSprites(): Promise<Sprites>
  create(
    shell: Shell<Save, Messages, Effect>,
    sprites: Sprites,
    prefersReducedMotion: () => boolean,
  ): Game<Save>
}

/** Connects to the hub while the sprites load, then opens the game. */
export async function startGame<
  Save extends SaveBase,
  Messages extends GameMessages,
  Effect extends string,
  Sprites,
>(game: GameOptions<Save, Messages, Effect | 'press' | 'gift', Sprites>): Promise<void> {
  const { items, messages } = game
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const [hub, sprites] = await Promise.all([
    connectToHub(items.map(toCatalogItem), createMerge(game.saves)),
    game.loadSprites(),
  ])
  if (game.needsHub && hub.mode === 'local') return explainHub(messagesFor(messages, hub.language))
  const saves = await openPlayerSaves(game.saves, hub)
  const sound = createSound(game.saves.game, game.tones)
  const shell = createShell({ hub, saves, sound, messages, items })
  const created = game.create(shell, sprites, () => reducedMotion.matches)
  byId('loading').remove()
  document.body.classList.remove('is-loading')
  shell.run(created)
}

function explainHub({ title, language, needsHub = '' }: GameMessages): void {
  document.title = title
  document.documentElement.lang = language
  byId('loading').textContent = needsHub
}

/**
 * The local shop stays empty in a frame without a hub's response: its items are free, and the hub may only be slow.
 * Outside a frame the game runs by itself with a local shop. The headers of the games' server name the pages allowed to
 * frame them, so any such page is a hub.
 */
function connectToHub(catalog: CatalogItem[], mergeSave: MergeSave): Promise<Hub> {
  const isFramed = window.parent !== window
  return connect({
    local: isFramed ? { catalog: [], player: { id: null, name: '', isGuest: true } } : { catalog },
    hubOrigins: ['*'],
    mergeSave,
    timeoutMs: HUB_TIMEOUT_MS,
  })
}

/** A local shop item. A real hub has its own titles and prices. */
function toCatalogItem({ id, local: { title, cents } }: Pick<ShopItem<never>, 'id' | 'local'>): CatalogItem {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
  const price = { amountMinor: cents, currency: 'USD', formatted: format.format(cents / 100) }
  return { id, title, description: '', imageUrl: null, price }
}
