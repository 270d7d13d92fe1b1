import type { Hub } from '@playhub/game-sdk'
import type { CommonMessages } from '../messages/en.ts'
import { type CardButton, showCard } from './card.ts'
import { element, image, paragraph } from './dom.ts'

interface PauseCardOptions {
  readonly content: readonly Node[]
  /** Buttons between "resume" and the account. */
  readonly buttons?: readonly CardButton[]
  readonly canSignOut?: boolean
  onResume(): void
  /** Called when the hub's login or support form is closed, or the player has signed out; also after an error. */
  onReturn(): void
}

/** Shows who plays, and the buttons for whatever this hub supports. */
export function showPauseCard(
  hub: Hub,
  messages: CommonMessages & { readonly resume: string },
  { content, buttons = [], canSignOut = false, onResume, onReturn }: PauseCardOptions,
): void {
  const after = (action: () => Promise<unknown>) => () => void action().then(onReturn, onReturn)
  const signIn: CardButton = { text: messages.signIn, onPress: after(hub.signIn) }
  const signOut: CardButton = { text: messages.signOut, onPress: after(hub.signOut) }
  const account = hub.player.isGuest ? [signIn] : canSignOut ? [signOut] : []
  const support: CardButton = { text: messages.support, onPress: after(hub.openSupport) }
  showCard({
    kind: 'pause',
    title: messages.paused,
    content: [paragraph(messages.playingAs(playerName(hub, messages)), 'quiet'), ...content],
    buttons: [
      { text: messages.resume, isMain: true, onPress: onResume },
      ...buttons,
      ...(hub.supports('signIn') ? account : []),
      ...(hub.supports('support') ? [support] : []),
    ],
    onEscape: onResume,
  })
}

export const playerName = ({ player }: Hub, messages: { readonly guest: string }): string =>
  player.isGuest ? messages.guest : player.name

/** The game's rules, collapsed under a title. */
export const howTo = (title: string, rules: HTMLElement): HTMLElement =>
  element('details', { className: 'how-to' }, element('summary', { textContent: title }), rules)

/** A list with an image beside each line. */
export function illustratedList(lines: readonly string[], imageUrls: readonly string[]): HTMLElement {
  const items = lines.map((line, index) =>
    element('li', {}, image(imageUrls[index] ?? ''), element('span', { textContent: line })),
  )
  return element('ul', {}, ...items)
}
