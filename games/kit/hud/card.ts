import { element } from './dom.ts'

export interface CardButton {
  readonly text: string
  readonly isMain?: boolean
  /** Called after the card has closed, unless `staysOpen`. */
  onPress(): void
  readonly staysOpen?: boolean
}

export interface CardOptions {
  readonly title: string
  readonly kind: string
  readonly content?: readonly (Node | null)[]
  readonly buttons: readonly CardButton[]
  /** What Escape does; without it the card asks for a choice and Escape does nothing. */
  onEscape?(): void
}

export interface Card {
  readonly body: HTMLElement
  close(): void
}

let cards = 0

/** Takes every card away without a choice. */
export function closeCards(): void {
  for (const card of document.querySelectorAll<HTMLDialogElement>('dialog.card')) {
    card.close()
    card.remove()
  }
}

function buttonOf(button: CardButton, close: () => void): HTMLButtonElement {
  const press = () => {
    if (!button.staysOpen) close()
    button.onPress()
  }
  const className = button.isMain ? 'button is-main' : 'button'
  return element('button', { type: 'button', className, textContent: button.text, onclick: press })
}

/** Shows a modal card over the game; cards may lie on each other, the newest on top. */
export function showCard(options: CardOptions): Card {
  const titleId = `card-${++cards}`
  const body = element('div', { className: 'card-body' }, ...(options.content ?? []))
  const actions = element('div', { className: 'card-actions' })
  const title = element('h2', { id: titleId, textContent: options.title, tabIndex: -1 })
  const dialog = element('dialog', { className: `card is-${options.kind}` }, title, body, actions)
  const close = () => {
    dialog.close()
    dialog.remove()
  }
  actions.append(...options.buttons.map((button) => buttonOf(button, close)))
  dialog.setAttribute('aria-labelledby', titleId)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (!options.onEscape) return
    close()
    options.onEscape()
  })
  document.body.append(dialog)
  dialog.showModal()
  const first = dialog.querySelector<HTMLElement>('.is-main') ?? title
  first.focus()
  return { body, close }
}
