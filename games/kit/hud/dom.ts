type Child = Node | string | null
type Properties<T> = Partial<Omit<T, 'style' | 'dataset'>> & { label?: string; data?: Record<string, string> }

/** Creates an element; `label` is its accessible name. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { label, data, ...properties }: Properties<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = Object.assign(document.createElement(tag), properties)
  if (label) created.setAttribute('aria-label', label)
  Object.assign(created.dataset, data)
  created.append(...children.filter((child) => child !== null))
  return created
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found as T
}

export const image = (src: string, className = ''): HTMLImageElement =>
  element('img', { src, alt: '', className })

export const paragraph = (text: string, className = ''): HTMLElement =>
  element('p', { textContent: text, className })

/** Announces text to screen readers. A no-break space makes a repeated text differ, so it is read again. */
export function announce(text: string): void {
  const announcer = byId('announcer')
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text
}

/** Sets a tool button's badge and accessible name. */
export function labelTool(id: string, badge: string, label: string): HTMLElement {
  const button = byId(id)
  const [number, name] = [button.querySelector('b'), button.querySelector('.unseen')]
  if (number) number.textContent = badge
  if (name) name.textContent = label
  return button
}

/** Shows how many uses a tool has left. A plus means none: the button then opens the shop. */
export function showToolCount(id: string, count: number, label: string): void {
  const button = labelTool(id, count > 0 ? String(count) : '+', label)
  button.classList.toggle('is-empty', count === 0)
}

/** @throws Error when the place has no such element */
export function find<T extends Element>(place: ParentNode, selector: string, type: new () => T): T {
  const found = place.querySelector(selector)
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}`)
  return found
}

/** @throws Error in a browser that cannot draw */
export function openContext(
  canvas: HTMLCanvasElement,
  settings?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', settings)
  if (!context) throw new Error('The canvas cannot be drawn on')
  return context
}
