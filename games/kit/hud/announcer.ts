import { byId } from './dom.ts'

/** Tells screen readers what happened. The same words twice are said twice. */
export function announce(words: string): void {
  const announcer = byId('announcer')
  announcer.textContent = announcer.textContent === words ? `${words}\u00a0` : words
}
