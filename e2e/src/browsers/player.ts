/** A player's acts in any browser: finding visible things, clicking, typing, and waiting. */
import { waitUntil } from '../environment/environment.ts'
import { type Document, FrameGone, type Session } from './driver.ts'

/** Something on the page, by its CSS selector and its accessible name. A text must equal the name. */
export type Target = { css: string; name?: string | RegExp }

export const button = (name: string | RegExp): Target => ({ css: 'button, summary', name })
export const link = (name: string | RegExp): Target => ({ css: 'a[href]', name })
export const heading = (name: string | RegExp): Target => ({ css: 'h1, h2, h3', name })
/** Clicking a radio button's or checkbox's label works where the input itself is hidden. */
export const labelled = (name: string | RegExp): Target => ({ css: 'label', name })
export const text = (name: string | RegExp): Target => ({ css: 'p, span, h1, h2, h3', name })
export const field = (name: string | RegExp): Target => ({ css: 'input, textarea, select', name })

const timeoutMs = 30_000
const clickAgainMs = 3000

/** Waits for a window's page, by opening order. */
export function waitForPage(session: Session, index: number): Promise<Document> {
  return until(async () => (await session.pages())[index], `window ${index + 1}`)
}

export async function click(page: Document, target: Target): Promise<void> {
  const clickIfShown = async () => {
    const found = await find(page, target)
    await found?.click()
    return found ?? undefined
  }
  await until(clickIfShown, describe(target))
}

/** A driver may click where an element was before the page changed, so it clicks again until the result is there. */
export function clickUntil(
  page: Document,
  target: Target,
  isDone: () => Promise<boolean>,
  what: string,
): Promise<unknown> {
  const done = async () => (await isDone()) || undefined
  return until(async () => {
    if (await isDone()) return true
    await (await find(page, target))?.click()
    return waitUntil(done, what, clickAgainMs)
  }, what)
}

export function openMenu(page: Document, menu: Target, item: Target): Promise<unknown> {
  return clickUntil(page, menu, async () => (await find(page, item)) !== null, describe(item))
}

export function follow(page: Document, link: Target, path: RegExp): Promise<unknown> {
  return clickUntil(page, link, async () => path.test(await page.evaluate(getPath)), `the path ${path}`)
}

/** Starts the page's game. */
export function play(page: Document): Promise<unknown> {
  const hasFrame = () => location.search.includes('play=') && document.querySelector('#game-frame') !== null
  return clickUntil(page, { css: 'main a[href*="play="]' }, () => page.evaluate(hasFrame), 'the game')
}

export async function fill(page: Document, target: Target, text: string): Promise<void> {
  await click(page, target)
  await page.type(text)
}

export function waitFor(page: Document, target: Target): Promise<unknown> {
  return until(async () => (await find(page, target)) ?? undefined, describe(target))
}

export function waitUntilGone(page: Document, target: Target): Promise<unknown> {
  return until(async () => (await find(page, target)) === null || undefined, `the end of ${describe(target)}`)
}

const find = (page: Document, target: Target) => page.find(findElement, ...toArguments(target))

export function waitForPath(page: Document, path: RegExp): Promise<unknown> {
  return until(async () => path.test(await page.evaluate(getPath)) || undefined, `the path ${path}`)
}

/** Runs in the page. */
const getPath = () => location.pathname + location.search

/** Waits until an element, or the document in a frame, has the keyboard. */
export function waitForFocus(page: Document, css: string): Promise<unknown> {
  const isFocused = (css: string) => document.hasFocus() && Boolean(document.activeElement?.matches(css))
  return until(async () => (await page.evaluate(isFocused, css)) || undefined, `the focus on ${css}`)
}

/** Ignores errors from a document being replaced. */
function until<T>(check: () => Promise<T | undefined>, what: string): Promise<T> {
  let lastError: unknown
  const tolerant = async () => {
    try {
      return await check()
    } catch (error) {
      lastError = error
      return undefined
    }
  }
  return waitUntil(tolerant, what, timeoutMs).catch((error: Error) => {
    throw lastError && !(lastError instanceof FrameGone)
      ? new Error(error.message, { cause: lastError })
      : error
  })
}

const describe = ({ css, name }: Target) => `${css} ${name ?? ''}`

const toArguments = ({ css, name }: Target): [css: string, name: string | null, isPattern: boolean] => [
  css,
  name instanceof RegExp ? name.source : (name ?? null),
  name instanceof RegExp,
]

/** Runs in the page. @returns  the first visible and enabled element with this accessible name */
function findElement(css: string, name: string | null, isPattern: boolean): Element | null {
  const getText = (element: Element | null) => {
    const copy = element?.cloneNode(true) as Element | undefined
    for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove()
    return copy?.textContent ?? ''
  }
  const getAccessibleName = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ')
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
    const names = [
      ids?.map((id) => getText(document.getElementById(id))).join(' '),
      element.getAttribute('aria-label'),
      labels.map(getText).join(' '),
      getText(element),
      element.getAttribute('title'),
    ]
    return (names.find(Boolean) ?? '').replace(/\s+/g, ' ').trim()
  }
  const hasName = (element: Element) =>
    name === null ||
    (isPattern ? new RegExp(name, 'u').test(getAccessibleName(element)) : getAccessibleName(element) === name)
  const isUsable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], :disabled')
  // The transition between two pages covers them and takes every click.
  const isTransition = ({ effect }: Animation) =>
    effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition')
  if (document.getAnimations().some(isTransition)) return null
  return [...document.querySelectorAll(css)].find((each) => isUsable(each) && hasName(each)) ?? null
}
