/** Takes page screenshots at every viewport and in both themes, without what differs between visits. */
import type { Frame, Page } from 'playwright-core'
import { finishAnimations } from '../environment/browser.ts'
import type { Language } from '../environment/translator.ts'

export const languages: Language[] = ['ru', 'en']
export const themes = ['dark', 'light'] as const

/** CSS pixels. Taller than most devices, to include what is further down. */
export const viewports = [
  { width: 1440, height: 1200 },
  { width: 768, height: 1500 },
  { width: 360, height: 2000 },
]

export type Variant = (typeof viewports)[number] & { theme: (typeof themes)[number] }

export const variants: Variant[] = viewports.flatMap((viewport) =>
  themes.map((theme) => ({ ...viewport, theme })),
)

/**
 * Unlike Playwright's `setViewportSize`, it leaves the window alone: the headless shell refuses that in full screen.
 */
export async function resizeViewport(page: Page, size: { width: number; height: number }): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })
}

export async function applyVariant(page: Page, { theme, ...viewport }: Variant): Promise<void> {
  await resizeViewport(page, viewport)
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(loadVisibleImages)
  await finishAnimations(page)
}

/** Runs in the page. A viewport or a theme may have its own images. */
async function loadVisibleImages(): Promise<void> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  await nextFrame()
  const isInView = (image: HTMLImageElement) =>
    image.checkVisibility() && image.getBoundingClientRect().top < window.innerHeight
  const visible = [...document.images].filter(isInView)
  // Lazy images would start to load a few frames later.
  for (const image of visible) image.loading = 'eager'
  // A failed image shows its alternative text.
  await Promise.all(visible.map((image) => image.decode().catch(() => undefined)))
}

/**
 * Takes a screenshot while the page shows a variant.
 * @param scale  Image pixels per CSS pixel. Chromium renders a small image directly, which is faster.
 * @returns      PNG.
 */
export async function takeScreenshot(page: Page, { width, height }: Variant, scale = 1): Promise<Buffer> {
  const unfreeze = await freeze(page, scale < 1)
  await page.evaluate(untilDrawn)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, width, height, scale },
  })
  await Promise.all([devtools.detach(), unfreeze()])
  return Buffer.from(data, 'base64')
}

/**
 * Runs in the page. If a change is not drawn yet when the scale changes, Chromium draws some boxes' right and bottom
 * edges differently.
 */
async function untilDrawn(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
}

/** Replaces ids, dates, emails and URLs with constants, in this order. */
const replacements: [RegExp, string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '01900000-0000-7000-8000-000000000000'],
  [/(player-)?[0-9a-f-]{8,}@example\.org/g, 'player@example.org'],
  [/player-[0-9a-f-]{8,}/g, 'player'],
  [/\d{4}-\d{2}-\d{2}/g, '2030-03-12'],
  [/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b/g, 'March 12'],
  [/\d{1,2} (янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)[а-я]*\.?/g, '12 марта'],
  [/\b20\d\d\b/g, '2030'],
  [/\b\d{1,2}:\d\d\b( [AP]M)?/g, '03:14'],
]

/** A running game animates and a toast disappears; other tests check them. */
const hidden = '#game-frame, [data-sonner-toaster] *'

/**
 * @param withoutBackdropFilter  Chromium blurs the wrong page area at a scale below 1.
 * @returns                      a function to undo it
 */
async function freeze(page: Page, withoutBackdropFilter: boolean): Promise<() => Promise<unknown>> {
  const css = [
    `${hidden} { visibility: hidden !important }`,
    '* { caret-color: transparent !important }',
    withoutBackdropFilter ? '*, ::backdrop { backdrop-filter: none !important }' : '',
  ].join(' ')
  const frozen = await Promise.all(page.frames().map((frame) => freezeFrame(frame, css)))
  return () => Promise.all(frozen.map((undo) => undo?.evaluate((run) => run()).catch(() => undefined)))
}

/** The frame may be gone by now. */
function freezeFrame(frame: Frame, css: string) {
  const patterns = replacements.map(([{ source, flags }, text]) => [source, flags, text] as const)
  return frame.evaluateHandle(freezeDocument, [patterns, css] as const).catch(() => undefined)
}

/** Runs in the page. */
function freezeDocument([patterns, css]: readonly [
  (readonly [string, string, string])[],
  string,
]): () => void {
  const replacements = patterns.map(([source, flags, text]) => [new RegExp(source, flags), text] as const)
  const replace = (text: string) =>
    replacements.reduce((result, [pattern, by]) => result.replace(pattern, by), text)

  const replaceAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const text = replace(node.data)
      if (text !== node.data) node.data = text
    }
    for (const field of document.querySelectorAll('input')) {
      const value = replace(field.value)
      if (value !== field.value) field.value = value
    }
  }
  replaceAll()
  window.scrollTo({ top: 0, behavior: 'instant' })
  // A countdown goes on writing.
  const observer = new MutationObserver(replaceAll)
  observer.observe(document, { subtree: true, childList: true, characterData: true })

  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    observer.disconnect()
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1)
  }
}
