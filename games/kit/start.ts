import '@fontsource-variable/onest'
import type { CatalogItem, Hub } from '@playhub/game-sdk'
import { joinHub } from './hub.ts'
import { byId } from './hud/dom.ts'

/** A game that has everything it needs. */
export interface Game {
  open(): void
  /** Gives what was paid and not given yet, and celebrates it. */
  deliverPending(): Promise<void>
}

export interface GameParts<Sprites> {
  readonly localCatalog: CatalogItem[]
  loadSprites(): Promise<Sprites>
  create(parts: { hub: Hub; sprites: Sprites; isCalm(): boolean }): Game
}

/** Finds the hub while the pictures load, then opens the game. */
export async function startGame<Sprites>({
  localCatalog,
  loadSprites,
  create,
}: GameParts<Sprites>): Promise<void> {
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const [hub, sprites] = await Promise.all([joinHub(localCatalog), loadSprites()])
  const game = create({ hub, sprites, isCalm: () => calm.matches })
  byId('loading').remove()
  document.body.classList.remove('is-loading')
  game.open()
  hub.ready()
  void game.deliverPending()
}
