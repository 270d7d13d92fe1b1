import type { Page } from 'playwright-core'

/** Finds overflowing or clipped texts. @returns  a sentence for each element */
export function findOverflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const parents = new Set<HTMLElement>()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text
      const parent = text.parentElement
      if (!parent?.checkVisibility() || !text.data.trim() || parent.closest('svg, script, style')) continue
      parents.add(parent)
    }

    const root = document.documentElement
    const errors =
      root.scrollWidth > root.clientWidth ? [`${root.scrollWidth - root.clientWidth} px too wide`] : []
    /** Text for screen readers is one pixel wide, and an ellipsis shows there is more. */
    const isMeantToOverflow = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      const isForScreenReaders = element.clientWidth <= 1 && element.clientHeight <= 1
      return isForScreenReaders || textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }
    const overflowing = new Set<Element>()
    for (const parent of parents) {
      let isNearest = true
      for (let box: HTMLElement | null = parent; box && box !== document.body; box = box.parentElement) {
        if (isMeantToOverflow(box)) break
        const { overflowX, overflowY, display } = getComputedStyle(box)
        if (display === 'inline' || display === 'contents') continue
        if (['auto', 'scroll'].includes(overflowX)) break
        const clips = ['hidden', 'clip'].includes(overflowX)
        const isTooWide = box.scrollWidth > box.clientWidth && (clips || isNearest)
        const isTooHigh = box.scrollHeight > box.clientHeight + 1 && ['hidden', 'clip'].includes(overflowY)
        if (isTooWide || isTooHigh) {
          overflowing.add(box)
          break
        }
        isNearest = false
      }
    }
    return [
      ...errors,
      ...[...overflowing].map((box) => `${describe(box)} does not fit its text (${box.className})`),
    ]
  })
}
