import { element } from './dom.ts'

export interface CardButton {
  readonly text: string
  readonly isMain?: boolean
  /** Called after the card has closed. */
  onPress(): void
}

export interface CardOptions {
  readonly title: string
  /** Becomes the class `is-{kind}`. */
  readonly kind: string
  readonly content?: readonly (Node | null)[]
  readonly buttons: readonly CardButton[]
  /** Called after Escape has closed the card; without it Escape does nothing and the player must press a button. */
  onEscape?(): void
}

export interface Card {
  close(): void
}

let cardCount = 0

/** Shows a modal card over the game and any card already open. */
export function showCard(options: CardOptions): Card {
  const titleId = `card-${++cardCount}`
  const body = element('div', { className: 'card-body' }, ...(options.content ?? []))
  const actions = element('div', { className: 'card-actions' })
  const title = element('h2', { id: titleId, textContent: options.title, tabIndex: -1 })
  const dialog = element('dialog', { className: `card is-${options.kind}` }, title, body, actions)
  const close = () => {
    dialog.close()
    dialog.remove()
  }
  actions.append(...options.buttons.map((button) => createButton(button, close)))
  dialog.setAttribute('aria-labelledby', titleId)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (!options.onEscape) return
    close()
    options.onEscape()
  })
  document.body.append(dialog)
  dialog.showModal()
  focusCard(dialog)
  return { close }
}

function focusCard(dialog: HTMLDialogElement): void {
  const focused = dialog.querySelector<HTMLElement>('.is-main') ?? dialog.querySelector('h2')
  focused?.focus()
}

/** Moves the focus into the topmost card, unless it is there. @returns whether a card is open */
export function restoreCardFocus(): boolean {
  const card = [...document.querySelectorAll<HTMLDialogElement>('dialog.card')].at(-1)
  if (card && !card.contains(document.activeElement)) focusCard(card)
  return card !== undefined
}

function createButton({ text, isMain, onPress }: CardButton, close: () => void): HTMLButtonElement {
  const onclick = () => {
    close()
    onPress()
  }
  const className = isMain ? 'button is-main' : 'button'
  return element('button', { type: 'button', className, textContent: text, onclick })
}

/** Closes every card without calling its listeners. */
export function closeCards(): void {
  for (const card of document.querySelectorAll<HTMLDialogElement>('dialog.card')) {
    card.close()
    card.remove()
  }
}
