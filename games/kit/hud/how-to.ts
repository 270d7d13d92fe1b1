import { element, picture } from './dom.ts'

/** A fold with the rules of the game, each beside its picture. */
export function howTo(title: string, lines: readonly string[], pictures: readonly string[]): HTMLElement {
  const items = lines.map((line, nth) =>
    element('li', {}, picture(pictures[nth] ?? ''), element('span', { textContent: line })),
  )
  const summary = element('summary', { textContent: title })
  return element('details', { className: 'how-to' }, summary, element('ul', {}, ...items))
}
