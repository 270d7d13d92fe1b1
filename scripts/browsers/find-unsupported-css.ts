/** Finds a style sheet's features missing in the oldest supported browsers. */
import postcss, { type AtRule, type Container, type Rule } from 'postcss'
import type { MissingStyles } from './missing.ts'

/** @returns  the names of colour functions without a fallback, of selectors and of at-rules, each once */
export function findUnsupportedStyles(sheet: string, missing: MissingStyles): string[] {
  const found = new Set<string>()
  const root = postcss.parse(sheet)
  root.walkAtRules(({ name }) => void (missing.atRules.has(name) && found.add(`@${name}`)))
  root.walkRules((rule) => {
    for (const [, name = ''] of rule.selector.matchAll(/(?<![:\\]):([a-z-]+)/g))
      if (missing.selectors.has(name)) found.add(`:${name}`)
    if (isGuarded(rule)) return
    rule.walkDecls(({ prop, value }) => {
      for (const name of listColours(value, missing.colours))
        if (!hasFallback(rule, prop, name)) found.add(name)
    })
  })
  return [...found]
}

const listColours = (value: string, missing: ReadonlySet<string>) =>
  [...value.matchAll(/(?<![\w-])([a-z-]+)\(/g)].flatMap(([, name = '']) =>
    missing.has(name) ? [`${name}()`] : [],
  )

/** The rule is for browsers with certain colours, or the keyframe of an animation they lack. */
function isGuarded({ parent }: Rule): boolean {
  for (
    let at: Container | undefined = parent as Container | undefined;
    at;
    at = at.parent as Container | undefined
  ) {
    if (at.type !== 'atrule') continue
    const { name, params } = at as AtRule
    if ((name === 'supports' && /color|animation|gradient/.test(params)) || name === 'keyframes') return true
  }
  return false
}

/** `@supports not` with the same property, right behind the rule. */
function hasFallback(rule: Rule, prop: string, name: string): boolean {
  const lacking = name === 'light-dark()' ? 'light-dark' : 'color-mix'
  for (let next = rule.next(); next?.type === 'atrule' && next.params.startsWith('not'); next = next.next()) {
    if (next.params.includes(lacking) && next.toString().includes(`${prop}:`)) return true
  }
  return false
}
