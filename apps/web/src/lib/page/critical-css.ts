/** A critical CSS rule, in stylesheet order. */
export type CriticalRule = {
  /** The at-rules around it, outermost first, such as `@layer utilities`. */
  within: string[]
  css: string
  /** Each selector's classes; a page needs the rule if it has all classes in one selector. */
  selectors: string[][]
}

/** A page's rules. Most Tailwind rules have one class, and a page has a third of all classes. */
export function extractCriticalCss(rules: CriticalRule[], html: string): string {
  const present = classesIn(html)
  const isNeeded = ({ selectors }: CriticalRule) =>
    selectors.some((classes) => classes.every((name) => present.has(name)))
  let css = ''
  let open: string[] = []
  for (const rule of rules.filter(isNeeded)) {
    const shared = sharedCount(open, rule.within)
    const begun = rule.within.slice(shared).map((atRule) => `${atRule}{`)
    css += '}'.repeat(open.length - shared) + begun.join('') + rule.css
    open = rule.within
  }
  return css + '}'.repeat(open.length)
}

function sharedCount(one: string[], other: string[]): number {
  const firstDifference = one.findIndex((atRule, place) => atRule !== other[place])
  return firstDifference === -1 ? one.length : firstDifference
}

function classesIn(html: string): Set<string> {
  const attributes = html.matchAll(/\sclass="([^"]*)"/g)
  return new Set([...attributes].flatMap(([, names = '']) => unescapeHtml(names).split(/\s+/)))
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
}

const unescapeHtml = (text: string) =>
  text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity)
