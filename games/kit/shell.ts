import type { Hub } from '@playhub/game-sdk'
import { keepFocus } from './focus.ts'
import { closeCards } from './hud/card.ts'
import { byId } from './hud/dom.ts'
import { playerName } from './hud/pause-card.ts'
import { messagesFor, translatePage } from './messages/language.ts'
import type { PlayerSaves, SaveBase } from './player-saves.ts'
import { createShop, type ShopItem, type ShopMessages } from './shop/panel.ts'
import type { Sound } from './sound.ts'

/** Why the game is paused: a card over it, the hub over it, a payment, a hidden tab. */
export type PauseReason = 'card' | 'hub' | 'paying' | 'hidden'

/** A game's side of the shell, called by it. */
export interface Game<Save> {
  /** Shows the first screen. */
  open(): void
  /** Moves the keyboard focus to the playing field. */
  focus(): void
  /** Rewrites everything on the page dependent on language, save or player. */
  refresh(): void
  /** Another save has become current: another player's, or another tab's or device's. */
  onPlayerChange(previous: Save): void
  /** @param reasons  The reasons left; the game runs when there are none. */
  onPauseChange(reasons: ReadonlySet<PauseReason>): void
  /** One line for the shop with the player's items. */
  inventory(): string
  /** Label in place of a one-time item's price when the player owns it; null for any other item. */
  ownedLabel?(itemId: string): string | null
}

export interface GameMessages extends ShopMessages {
  readonly title: string
  readonly soundOn: string
  readonly soundOff: string
  readonly guest: string
  /** Shown in place of a game for hubs only. */
  readonly needsHub?: string
}

interface ShellOptions<Save extends SaveBase, Messages, Effect extends string> {
  hub: Hub
  saves: PlayerSaves<Save>
  sound: Sound<Effect>
  messages: readonly [Messages, ...Messages[]]
  items: readonly ShopItem<Save>[]
}

/** Everything around a game's own rules: texts, pauses, cards, shop, sound switch and hub events. */
export interface Shell<Save, Messages, Effect extends string> {
  readonly hub: Hub
  readonly saves: PlayerSaves<Save>
  readonly sound: Sound<Effect>
  messages(): Messages
  hasCard(): boolean
  /** Pauses the game under a card. @param show  Shows the card; called again when the language changes. */
  openCard(show: () => void): void
  /** @param onClose  Resumes the game by default. */
  openShop(onClose?: () => void): void
  /** Ends the pause begun by `openCard`, and focuses the game. Cards close themselves. */
  resume(): void
}

/** True when something other than the game's own card is on top: then animations and sound stop too. */
export const isInterrupted = (reasons: ReadonlySet<PauseReason>): boolean =>
  reasons.has('hub') || reasons.has('paying') || reasons.has('hidden')

export function createShell<Save extends SaveBase, Messages extends GameMessages, Effect extends string>(
  options: ShellOptions<Save, Messages, Effect | 'press' | 'gift'>,
): Shell<Save, Messages, Effect | 'press' | 'gift'> & { run(game: Game<Save>): void } {
  const { hub, saves, sound } = options
  let messages = messagesFor(options.messages, hub.language)
  let showOpenCard = () => {}
  let game: Game<Save>
  const pauses = createPauses(hub, sound, (reasons) => game.onPauseChange(reasons))
  const shop = createShop({
    ...options,
    messages: () => messages,
    inventory: () => game.inventory(),
    ownedLabel: (itemId) => game.ownedLabel?.(itemId) ?? null,
    setPaying: (isPaying) => pauses.set('paying', isPaying),
    onChange: refresh,
  })

  function openCard(show: () => void): void {
    pauses.set('card', true)
    showOpenCard = show
    show()
  }

  function resume(): void {
    pauses.set('card', false)
    game.focus()
  }

  function refresh(): void {
    showSoundButton(sound, messages)
    byId('player').textContent = playerName(hub, messages)
    game.refresh()
  }

  function setLanguage(language: string): void {
    messages = messagesFor(options.messages, language)
    translatePage(messages)
    document.title = messages.title
    refresh()
    if (!pauses.has('card') || pauses.has('paying')) return
    closeCards()
    showOpenCard()
  }

  /** Switches saves before anything else, so a new purchase cannot land in the previous player's save. */
  async function reloadSave(): Promise<void> {
    const previous = saves.current()
    if (await saves.reload()) game.onPlayerChange(previous)
    refresh()
    void shop.deliverPending()
  }

  return {
    hub,
    saves,
    sound,
    messages: () => messages,
    hasCard: () => pauses.has('card'),
    openCard,
    openShop: (onClose = resume) => openCard(() => shop.show(onClose)),
    resume,
    run(started) {
      game = started
      listenToSoundButton(sound, refresh)
      keepFocus(game.focus)
      pauses.listen()
      hub.onLanguage(setLanguage)
      hub.onPlayer(() => void reloadSave())
      hub.onSaves(() => void reloadSave())
      hub.onPurchases(() => void shop.deliverPending())
      setLanguage(hub.language)
      game.open()
      hub.ready()
      void shop.deliverPending()
    },
  }
}

interface Pauses {
  has(reason: PauseReason): boolean
  set(reason: PauseReason, isPaused: boolean): void
  /** Listens to the hub and to the tab. */
  listen(): void
}

function createPauses(
  hub: Hub,
  sound: Pick<Sound<never>, 'setMuted'>,
  onChange: (reasons: ReadonlySet<PauseReason>) => void,
): Pauses {
  const reasons = new Set<PauseReason>()

  function set(reason: PauseReason, isPaused: boolean): void {
    if (reasons.has(reason) === isPaused) return
    if (isPaused) reasons.add(reason)
    else reasons.delete(reason)
    sound.setMuted(isInterrupted(reasons))
    onChange(reasons)
    if (reasons.size === 0) hub.gameplayStart()
    else hub.gameplayStop()
  }

  return {
    has: (reason) => reasons.has(reason),
    set,
    listen() {
      document.addEventListener('visibilitychange', () => set('hidden', document.hidden))
      hub.onPause(() => set('hub', true))
      hub.onResume(() => set('hub', false))
    },
  }
}

function showSoundButton(sound: Pick<Sound<never>, 'isOn'>, messages: GameMessages): void {
  const button = byId('sound')
  button.setAttribute('aria-label', sound.isOn() ? messages.soundOn : messages.soundOff)
  button.classList.toggle('is-off', !sound.isOn())
}

function listenToSoundButton(sound: Sound<'press'>, onToggle: () => void): void {
  for (const gesture of ['pointerdown', 'keydown'] as const)
    addEventListener(gesture, sound.unlock, { once: true })
  byId('sound').addEventListener('click', () => {
    if (sound.toggle()) sound.unlock()
    onToggle()
    sound.play('press')
  })
}
