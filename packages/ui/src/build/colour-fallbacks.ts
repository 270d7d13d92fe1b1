/** Adds colours for browsers without `light-dark()`, relative colours, `color-mix()` or `oklch()`. */
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Rule } from 'postcss'
import type { Plugin } from 'vite'

/** Firefox before 128, Safari before 17.5 and Chrome before 123. */
const withoutThemes = 'not ((color: light-dark(red, red)) and (color: oklch(from red l c h)))'
/** Chrome before 111. */
const withoutMixes = 'not (color: color-mix(in oklab, red, red))'

/** Later sheets never depend on the tint of the page's theme, and a game sets its own on elements around a theme. */
const unthemed = '--tint'

export const colourFallbacks: Plugin = {
  name: 'colour-fallbacks',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const asset of Object.values(bundle))
      if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
        asset.source = addColourFallbacks(String(asset.source))
  },
}

/** Browsers with these colours get the sheet as it is: each fallback follows its rule, in a `@supports` of its own. */
export function addColourFallbacks(sheet: string): string {
  const root = postcss.parse(sheet)
  const rules = listRules(root)
  const scopes = listThemedElements(rules)
  const themed = listThemedProperties(rules)
  for (const rule of rules) {
    const own = listDeclarations(rule)
    const scheme = own.find(({ prop }) => prop === 'color-scheme')
    const isInherited = ({ prop }: Declaration) => themed.has(prop) && prop !== unthemed
    const inScopes = scopes.length > 0 && own.some(isInherited)
    const list = (support: string, needs: typeof needsTheme, lower: typeof lowerTheme) => [
      ...style(rule.selector, support, own.filter(needs), lower),
      ...(inScopes ? style(inEach(rule.selector, scopes), support, own.filter(isInherited), lower) : []),
    ]
    const isForMixes = rule.parent?.type === 'atrule' && isMixGuard(rule.parent as AtRule)
    const host = isForMixes ? (rule.parent as AtRule) : rule
    host.after(list(withoutMixes, needsMix, lowerMix).join(''))
    // Before the fallback for mixes, which the oldest browsers need as well.
    const schemes = scheme ? switchTheme(rule.selector, scheme.value) : []
    rule.after([...schemes, ...list(withoutThemes, needsTheme, lowerTheme)].join(''))
  }
  return root.toString()
}

/** Rules for every browser, and Tailwind's for those with mixes; the frames of animations need no fallback. */
function listRules(container: Container): Rule[] {
  return ((container.nodes ?? []) as ChildNode[]).flatMap((node) => {
    if (node.type === 'rule') return [node, ...listRules(node)]
    return node.type === 'atrule' && isConditional(node) ? listRules(node) : []
  })
}

const isConditional = ({ name, params }: AtRule) =>
  ['layer', 'media', 'container'].includes(name) ||
  (name === 'supports' && !/light-dark|gradient|animation|rgb/.test(params))
const isMixGuard = ({ name, params }: AtRule) => name === 'supports' && params.startsWith('(color:color-mix(')

const listDeclarations = (rule: Rule) =>
  rule.nodes.filter((node): node is Declaration => node.type === 'decl')

const needsTheme = ({ value }: Declaration) => /light-dark\(|\(from /.test(value)
const needsMix = ({ value }: Declaration) => /light-dark\(|\(from |color-mix\(|oklch\(/.test(value)

/** A variable's content is known where it is declared: elements with a theme of their own declare it anew. */
function listThemedElements(rules: Rule[]): string[] {
  const own = rules.filter((rule) => listDeclarations(rule).some(({ prop }) => prop === 'color-scheme'))
  const last = own.flatMap(({ selectors }) =>
    selectors.map((selector) => selector.split(/[\s>+~]+/).at(-1) ?? ''),
  )
  const elements = last.map((selector) =>
    selector.replace(/^\[data-theme.*/, '[data-theme]').replace(/^&/, ''),
  )
  return [...new Set(elements)].filter(
    (selector) => /^[.[]/.test(selector) && !selector.startsWith('[data-background'),
  )
}

const inEach = (selector: string, scopes: string[]) =>
  selector
    .split(',')
    .flatMap((one) => scopes.map((scope) => `${one} ${scope}`))
    .join()

/** Variables differing by theme, by themselves or by others. */
function listThemedProperties(rules: Rule[]): Set<string> {
  const themed = new Set<string>()
  const variables = rules.flatMap(listDeclarations).filter(({ prop }) => prop.startsWith('--'))
  for (let size = -1; size !== themed.size; ) {
    size = themed.size
    for (const { prop, value } of variables) {
      const names = [...value.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)
      if (value.includes('light-dark(') || names.some((name) => themed.has(name))) themed.add(prop)
    }
  }
  return themed
}

/** One of two variables is invalid, so its fallback is used, and the other one is empty. */
function switchTheme(selector: string, scheme: string): string[] {
  const show = (shown: string, hidden: string) => `${selector}{--is-${shown}:initial;--is-${hidden}: }`
  const dark = show('dark', 'light')
  const rules = /^(only )?dark$/.test(scheme)
    ? dark
    : show('light', 'dark') + (scheme.includes('dark') ? `@media (prefers-color-scheme:dark){${dark}}` : '')
  return [`@supports ${withoutThemes}{${rules}}`]
}

function style(
  selector: string,
  support: string,
  declarations: Declaration[],
  lower: (value: string) => string,
): string[] {
  if (declarations.length === 0) return []
  const lowered = declarations.map(({ prop, value }) => `${prop}:${lower(value)}`)
  return [`@supports ${support}{${selector}{${lowered.join(';')}}}`]
}

const lowerTheme = (value: string) =>
  replaceCalls(value, {
    'light-dark': ([light, dark]) => `var(--is-light,${light}) var(--is-dark,${dark})`,
    oklch: relativeToMix,
  })

const lowerMix = (value: string) =>
  replaceCalls(lowerTheme(value), {
    'color-mix': ([, first = '', second = '']) =>
      ((readShare(first) ?? 100) >= 50 ? first : second).replace(/\s?([\d.]+%|var\(--text-share\))$/, ''),
    oklch: ([parts = '']) => toHex(parts),
  })

const readShare = (colour: string) => {
  const [, share] = /\s?([\d.]+)%$/.exec(colour) ?? []
  return share === undefined ? null : Number(share)
}

/** A colour at a fixed lightness is about as light when it is mixed with white or black. */
function relativeToMix([parts = '']: string[]): string {
  const [, colour = '', lightness = ''] = /^from (var\(.*?\)+|\S+) (\S+)/.exec(parts) ?? []
  if (colour === '') return `oklch(${parts})`
  const light = readNumber(lightness)
  if (light >= 0.9) return `color-mix(in oklab, ${colour} ${Math.round((1 - light) * 180)}%, white)`
  return light <= 0.4 ? `color-mix(in oklab, ${colour} ${Math.round(light * 160)}%, black)` : colour
}

const readNumber = (text: string) =>
  text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text)

/** @see https://bottosson.github.io/posts/oklab/ */
function toHex(parts: string): string {
  const [colour = '', alpha] = parts.split('/')
  const [l = 0, c = 0, h = 0] = colour.trim().split(/\s+/).map(readNumber)
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const
  const linear = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
  const channels = linear.map((value) => {
    const clipped = Math.min(1, Math.max(0, value))
    return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  })
  const bytes = [...channels, ...(alpha === undefined ? [] : [readNumber(alpha.trim())])]
  return `#${bytes
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

type Calls = Record<string, (args: string[]) => string>

/** Replaces calls of these functions from the inside out. */
function replaceCalls(value: string, calls: Calls): string {
  const start = /(?<![\w-])([a-z-]+)\(/g
  let replaced = ''
  let from = 0
  for (let match = start.exec(value); match; match = start.exec(value)) {
    const [opening, name = ''] = match
    const call = calls[name]
    if (!call) continue
    const args = splitArguments(value, match.index + opening.length)
    replaced += value.slice(from, match.index) + call(args.texts.map((text) => replaceCalls(text, calls)))
    from = args.end
    start.lastIndex = args.end
  }
  return replaced + value.slice(from)
}

/** @returns  the arguments, and where the text after the closing parenthesis begins */
function splitArguments(value: string, begin: number): { texts: string[]; end: number } {
  const texts: string[] = ['']
  let depth = 0
  for (let index = begin; index < value.length; index++) {
    const letter = value[index] ?? ''
    if (letter === ')' && depth === 0) return { texts: texts.map((text) => text.trim()), end: index + 1 }
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) texts.push('')
    else texts[texts.length - 1] += letter
  }
  return { texts, end: value.length }
}
