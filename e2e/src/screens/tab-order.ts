/** Walks a page by Tab, as a player without a pointer does: every stop must be visible, uncovered and marked. */
import type { Page } from 'playwright-core'

/** More tab stops than any screen has. */
const maxStops = 150

/** @returns  a sentence for each stop with an error. The focus ends where it leaves the page. */
export async function tabOrderErrors(page: Page): Promise<string[]> {
  await page.evaluate(moveFocusToTop)
  const errors = new Set<string>()
  const visited = new Set<number>()
  for (let stops = 0; stops < maxStops; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(inspectFocus)
    if (!stop) return [...errors]
    // A frame has its own stops.
    if (visited.has(stop.id) && !stop.isFrame) return [...errors]
    visited.add(stop.id)
    for (const error of stop.errors) errors.add(`${stop.name}: ${error}`)
  }
  return [...errors, `Tab does not come round in ${maxStops} stops`]
}

/** Runs in the page. A dialog traps the focus. */
function moveFocusToTop(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && !focused.closest('[role=dialog]')) focused.blur()
  window.scrollTo({ top: 0, behavior: 'instant' })
}

type Stop = { id: number; name: string; isFrame: boolean; errors: string[] }

/** Runs in the page. @returns  null when no element of the page has the focus */
async function inspectFocus(): Promise<Stop | null> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  // A dialog's focus guards pass the focus to its other end.
  for (let frames = 0; frames < 10 && document.activeElement?.matches('[data-base-ui-focus-guard]'); frames++)
    await nextFrame()
  const focused = document.activeElement
  if (!focused || focused === document.body || focused === document.documentElement) return null
  const walk = window as { tabStops?: Element[] }
  walk.tabStops ??= []
  if (!walk.tabStops.includes(focused)) walk.tabStops.push(focused)
  const text = focused.getAttribute('aria-label') ?? focused.textContent ?? ''
  const stop = {
    id: walk.tabStops.indexOf(focused),
    name: `${focused.tagName.toLowerCase()} "${text.trim().slice(0, 40)}"`,
    isFrame: focused instanceof HTMLIFrameElement,
  }
  if (stop.isFrame) return { ...stop, errors: [] }

  const isTiny = ({ width, height }: DOMRect) => width <= 2 || height <= 2
  /** A visually hidden input is where its label is. */
  const label = focused.closest('label') ?? (focused as HTMLInputElement).labels?.[0]
  const isHiddenInput = isTiny(focused.getBoundingClientRect()) || getComputedStyle(focused).opacity === '0'
  const visible = isHiddenInput && label ? label : focused
  const box = visible.getBoundingClientRect()
  const right = Math.min(box.right, window.innerWidth)
  const bottom = Math.min(box.bottom, window.innerHeight)
  const left = Math.max(box.left, 0)
  const top = Math.max(box.top, 0)
  const errors: string[] = []
  if (isTiny(box) || !visible.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
    errors.push('is not visible')
  } else if (right <= left || bottom <= top) {
    errors.push('is outside of the window')
  } else {
    const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isUncovered = topmost && (visible.contains(topmost) || topmost.contains(visible))
    if (!isUncovered) errors.push(`is covered by ${topmost?.tagName.toLowerCase()}.${topmost?.className}`)
  }

  const hasFocusMark = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const hasRing = /0px 0px 0px [2-9]px/.test(boxShadow)
    return hasRing || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
  }
  /** An ancestor may carry the mark, such as the card around a link. */
  const candidates: Element[] = label ? [label] : []
  for (let element: Element | null = focused; element; element = element.parentElement)
    candidates.push(element)
  // A transparent input marks a box drawn beside it.
  candidates.push(...(focused.nextElementSibling?.children ?? []))
  if (!candidates.some(hasFocusMark)) errors.push('has no focus mark')
  return { ...stop, errors }
}
