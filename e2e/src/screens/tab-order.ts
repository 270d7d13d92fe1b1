/** Walks a page by Tab alone, as a reader without a pointer does: every stop is seen, in the open and marked. */
import type { Page } from 'playwright-core'

/** More stops than any screen has. */
const patience = 150

/** @returns  What is wrong with the stops, in words; the focus ends where the page lets go of it. */
export async function troubleOnTabWalk(page: Page): Promise<string[]> {
  await page.evaluate(startAtTheTop)
  const trouble = new Set<string>()
  const seen = new Set<number>()
  for (let stops = 0; stops < patience; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(lookAtFocus)
    if (!stop) return [...trouble]
    // A frame has stops of its own.
    if (seen.has(stop.id) && !stop.isFrame) return [...trouble]
    seen.add(stop.id)
    for (const each of stop.trouble) trouble.add(`${stop.name}: ${each}`)
  }
  return [...trouble, `Tab does not come round in ${patience} stops`]
}

/** Runs in the page. Out of a dialog the focus cannot be taken. */
function startAtTheTop(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && !focused.closest('[role=dialog]')) focused.blur()
  window.scrollTo({ top: 0, behavior: 'instant' })
}

type Stop = { id: number; name: string; isFrame: boolean; trouble: string[] }

/** Runs in the page. @returns null where nothing of the page has the focus. */
async function lookAtFocus(): Promise<Stop | null> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  // The edge of a dialog hands the focus on to its other end.
  for (let frames = 0; frames < 10 && document.activeElement?.matches('[data-base-ui-focus-guard]'); frames++)
    await nextFrame()
  const focused = document.activeElement
  if (!focused || focused === document.body || focused === document.documentElement) return null
  const walk = window as { tabStops?: Element[] }
  walk.tabStops ??= []
  if (!walk.tabStops.includes(focused)) walk.tabStops.push(focused)
  const words = focused.getAttribute('aria-label') ?? focused.textContent ?? ''
  const stop = {
    id: walk.tabStops.indexOf(focused),
    name: `${focused.tagName.toLowerCase()} "${words.trim().slice(0, 40)}"`,
    isFrame: focused instanceof HTMLIFrameElement,
  }
  if (stop.isFrame) return { ...stop, trouble: [] }

  const isTiny = ({ width, height }: DOMRect) => width <= 2 || height <= 2
  /** A field that is drawn by its label is where that is. */
  const label = focused.closest('label') ?? (focused as HTMLInputElement).labels?.[0]
  const isDrawnByLabel = isTiny(focused.getBoundingClientRect()) || getComputedStyle(focused).opacity === '0'
  const shown = isDrawnByLabel && label ? label : focused
  const box = shown.getBoundingClientRect()
  const right = Math.min(box.right, window.innerWidth)
  const bottom = Math.min(box.bottom, window.innerHeight)
  const left = Math.max(box.left, 0)
  const top = Math.max(box.top, 0)
  const trouble: string[] = []
  if (isTiny(box) || !shown.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
    trouble.push('is not to be seen')
  } else if (right <= left || bottom <= top) {
    trouble.push('is outside the window')
  } else {
    const uppermost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isOpen = uppermost && (shown.contains(uppermost) || uppermost.contains(shown))
    if (!isOpen) trouble.push(`is covered by ${uppermost?.tagName.toLowerCase()}.${uppermost?.className}`)
  }

  const isMarked = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const hasRing = /0px 0px 0px [2-9]px/.test(boxShadow)
    return hasRing || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
  }
  /** What holds the stop may be marked in its place, such as the card around a link. */
  const holders: Element[] = label ? [label] : []
  for (let holder: Element | null = focused; holder; holder = holder.parentElement) holders.push(holder)
  if (!holders.some(isMarked)) trouble.push('has no mark')
  return { ...stop, trouble }
}
