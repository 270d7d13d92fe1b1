/** A page whose every text is longer, as in a language of longer words: what no longer fits its place. */
import type { Page } from 'playwright-core'

/** Longer by this much, word by word: neither the sentence nor its longest word may break the page. */
const share = 0.3

/** Makes the texts of a page longer where they stand, and tells what that breaks. */
export function troubleWithLongTexts(page: Page): Promise<string[]> {
  return page.evaluate((more) => {
    /** Ids, addresses and numbers are as long as they are in every language. */
    const longer = (text: string) =>
      text.replace(/(?<!\S)[^\s\d@/]{2,}(?!\S)/g, (word) =>
        word.replace(/\p{L}+/gu, (letters) => letters + letters.slice(0, Math.round(letters.length * more))),
      )
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const holders = new Set<HTMLElement>()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text
      const holder = text.parentElement
      if (!holder?.checkVisibility() || !text.data.trim() || holder.closest('svg, script, style')) continue
      text.data = longer(text.data)
      holders.add(holder)
    }

    const root = document.documentElement
    const trouble =
      root.scrollWidth > root.clientWidth ? [`${root.scrollWidth - root.clientWidth} px too wide`] : []
    /** What only a screen reader reads takes one pixel on purpose; what ends in "…" shows that there is more. */
    const isSmallOnPurpose = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      const isForReaders = element.clientWidth <= 1 && element.clientHeight <= 1
      return isForReaders || textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }
    const spilling = new Set<Element>()
    for (const holder of holders) {
      let isNearest = true
      for (let box: HTMLElement | null = holder; box && box !== document.body; box = box.parentElement) {
        if (isSmallOnPurpose(box)) break
        const { overflowX, overflowY, display } = getComputedStyle(box)
        if (display === 'inline' || display === 'contents') continue
        if (['auto', 'scroll'].includes(overflowX)) break
        const cutsOff = ['hidden', 'clip'].includes(overflowX)
        const tooWide = box.scrollWidth > box.clientWidth && (cutsOff || isNearest)
        const tooHigh = box.scrollHeight > box.clientHeight + 1 && ['hidden', 'clip'].includes(overflowY)
        if (tooWide || tooHigh) {
          spilling.add(box)
          break
        }
        isNearest = false
      }
    }
    return [
      ...trouble,
      ...[...spilling].map((box) => `${name(box)} does not hold its text (${box.className})`),
    ]
  }, share)
}
