/** What differs from one visit to the next, such as ids, days and addresses, reads the same in every picture. */
import type { Frame, Page } from 'playwright-core'

/** What is found, and what is read instead, in this order. */
const readings: [RegExp, string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '01900000-0000-7000-8000-000000000000'],
  [/(player-)?[0-9a-f-]{8,}@example\.org/g, 'player@example.org'],
  [/player-[0-9a-f-]{8,}/g, 'player'],
  [/\d{4}-\d{2}-\d{2}/g, '2030-03-12'],
  [/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b/g, 'March 12'],
  [/\d{1,2} (янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)[а-я]*\.?/g, '12 марта'],
  [/\b20\d\d\b/g, '2030'],
  [/\b\d{1,2}:\d\d\b( [AP]M)?/g, '03:14'],
]

/** A game moves by itself, and a toast goes by itself; tests of their own look at them. */
const passing = '#game-frame, [data-sonner-toaster] *'

/**
 * @param withoutGlass  In a picture that is drawn small, Chromium blurs what is not under the glass, and loses what is on it.
 * @returns             What lets the page go on.
 */
export async function holdStill(page: Page, withoutGlass: boolean): Promise<() => Promise<unknown>> {
  const look = [
    `${passing} { visibility: hidden !important }`,
    '* { caret-color: transparent !important }',
    withoutGlass ? '*, ::backdrop { backdrop-filter: none !important }' : '',
  ].join(' ')
  const held = await Promise.all(page.frames().map((frame) => holdFrame(frame, look)))
  return () => Promise.all(held.map((letGo) => letGo?.evaluate((go) => go()).catch(() => undefined)))
}

/** A frame that is gone by now has nothing left to hold. */
function holdFrame(frame: Frame, look: string) {
  const written = readings.map(([{ source, flags }, reading]) => [source, flags, reading] as const)
  return frame.evaluateHandle(hold, [written, look] as const).catch(() => undefined)
}

/** Runs in the page. */
function hold([written, look]: readonly [(readonly [string, string, string])[], string]): () => void {
  const readings = written.map(([source, flags, reading]) => [new RegExp(source, flags), reading] as const)
  const read = (text: string) => readings.reduce((so, [found, reading]) => so.replace(found, reading), text)

  const readAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
      const reading = read(text.data)
      if (reading !== text.data) text.data = reading
    }
    for (const field of document.querySelectorAll('input')) {
      const reading = read(field.value)
      if (reading !== field.value) field.value = reading
    }
  }
  readAll()
  window.scrollTo({ top: 0, behavior: 'instant' })
  // A clock that counts down goes on writing.
  const writing = new MutationObserver(readAll)
  writing.observe(document, { subtree: true, childList: true, characterData: true })

  const style = new CSSStyleSheet()
  style.replaceSync(look)
  document.adoptedStyleSheets.push(style)
  return () => {
    writing.disconnect()
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(style), 1)
  }
}
