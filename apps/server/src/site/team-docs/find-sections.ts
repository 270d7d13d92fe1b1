import { type FoundSection, foldText } from '@playhub/contract'

/** A heading of a page with the plain text below it. */
export type Section = { href: string; page: string; heading: string; text: string }

const maxResults = 20
const maxQueryLength = 100
const excerptLength = 180

/** Sections with every word of the query, matches in the heading first. */
export function findSections(query: string, sections: Section[]): FoundSection[] {
  const words = foldText(query.slice(0, maxQueryLength)).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hasAll = (text: string) => {
    const folded = foldText(text)
    return words.every((word) => folded.includes(word))
  }
  const inHeading = sections.filter(({ heading }) => hasAll(heading))
  const inText = sections.filter(
    (section) => !inHeading.includes(section) && hasAll(`${section.page} ${section.heading} ${section.text}`),
  )
  return [...inHeading, ...inText].slice(0, maxResults).map(({ text, ...section }) => ({
    ...section,
    excerpt: cutExcerpt(text, words),
  }))
}

function cutExcerpt(text: string, words: string[]): string {
  const folded = foldText(text)
  const found = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  const near = Math.max(0, Math.min(...found, text.length) - excerptLength / 3)
  const isFromStart = found.length === 0 || near === 0
  const start = isFromStart ? 0 : text.indexOf(' ', near) + 1
  const rest = text.slice(start).trim()
  const end = rest.length > excerptLength ? rest.lastIndexOf(' ', excerptLength) : rest.length
  return `${isFromStart ? '' : '… '}${rest.slice(0, end)}${end < rest.length ? ' …' : ''}`
}
