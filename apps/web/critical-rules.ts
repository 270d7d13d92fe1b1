import { type ChildNode, type Container, parse } from 'postcss'
import selectorParser, { type Selector } from 'postcss-selector-parser'
import type { CriticalRule } from './src/lib/page/critical-css.ts'

/** At-rules with style rules inside. */
const conditional = new Set(['layer', 'media', 'supports', 'container', 'starting-style'])

/** Splits a stylesheet into the rules among which each page chooses its own. */
export function criticalRules(stylesheet: string): CriticalRule[] {
  return listRules(parse(stylesheet), [])
}

function listRules(container: Container, within: string[]): CriticalRule[] {
  return (container.nodes ?? []).flatMap((node): CriticalRule[] => {
    if (node.type === 'comment') return []
    if (node.type === 'atrule' && node.nodes && conditional.has(node.name))
      return listRules(node, [...within, `@${node.name} ${node.params}`.trim()])
    return [{ within, css: `${node}${getTerminator(node)}`, selectors: listSelectors(node) }]
  })
}

/** A statement without a block needs its semicolon. */
const getTerminator = (node: ChildNode) => ('nodes' in node && node.nodes ? '' : ';')

/** A rule without classes, such as `@property`, is needed on every page. */
function listSelectors(node: ChildNode): string[][] {
  if (node.type !== 'rule') return [[]]
  return selectorParser().astSync(node.selector).nodes.map(listClasses)
}

/** Classes required of an element or its ancestors; skips `:not()` and any `:is()` with alternatives. */
function listClasses(selector: Selector): string[] {
  return selector.nodes.flatMap((part) => {
    if (part.type === 'class') return [part.value]
    const [only, ...alternatives] = part.type === 'pseudo' && isMatch.has(part.value) ? part.nodes : []
    return only && alternatives.length === 0 ? listClasses(only) : []
  })
}

const isMatch = new Set([':is', ':where'])
