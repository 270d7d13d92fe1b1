type Child = Node | string | null
type Properties<T> = Partial<Omit<T, 'style' | 'dataset'>> & { label?: string; data?: Record<string, string> }

/** Makes an element; `label` is its accessible name. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { label, data, ...properties }: Properties<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties)
  if (label) made.setAttribute('aria-label', label)
  Object.assign(made.dataset, data)
  made.append(...children.filter((child) => child !== null))
  return made
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found as T
}

export const picture = (src: string, className = ''): HTMLImageElement =>
  element('img', { src, alt: '', className })

export const paragraph = (text: string, className = ''): HTMLElement =>
  element('p', { textContent: text, className })
