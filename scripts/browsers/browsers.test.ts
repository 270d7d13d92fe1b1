import { hubBrowsers, sdkBrowsers } from '@playhub/contract/browsers/supported'
import { addColourFallbacks } from '@playhub/ui/build/colour-fallbacks.ts'
import { expect, test } from 'vitest'
import { findUnsupported } from './find-unsupported.ts'
import { findUnsupportedStyles } from './find-unsupported-css.ts'
import { findMissing, findMissingStyles } from './missing.ts'

const missing = findMissing(hubBrowsers)

test.for([
  ['URL.parse(address)', ['URL.parse']],
  ['Promise.withResolvers()', ['Promise.withResolvers']],
  ['list.toSorted()', ['.toSorted()']],
  ['Map.groupBy(rows, read)', ['Map.groupBy']],
  ['new Intl.Segmenter()', ['Intl.Segmenter']],
  ['text.isWellFormed()', ['.isWellFormed()']],
  ['one.union(other)', ['.union()']],
  ['new Float16Array(2)', ['Float16Array']],
  ['/[a--b]/v.test(text)', ['/v']],
] as const)('%s is not in every supported browser', ([code, names]) => {
  expect(findUnsupported(code, missing)).toEqual(expect.arrayContaining([...names]))
})

test.for([
  'list.at(-1)',
  'list.findLast(isOpen)',
  'Object.hasOwn(a, b)',
  'structuredClone(value)',
  'AbortSignal.timeout(1)',
  'list.toSorted?.()',
  'new AbortController()',
])('%s is', (code) => {
  expect(findUnsupported(code, missing)).toEqual([])
})

test('the SDK has older ones', () => {
  const found = findUnsupported(
    'Object.hasOwn(a, b); structuredClone(a); list.at(-1)',
    findMissing(sdkBrowsers),
  )
  expect(found).toEqual(expect.arrayContaining(['Object.hasOwn', '.at()', 'structuredClone']))
})

test('a style sheet has a fallback for each colour that a supported browser lacks', () => {
  const find = (sheet: string) => findUnsupportedStyles(sheet, findMissingStyles(hubBrowsers))
  const sheet = '.a:has(b){color:light-dark(red,oklch(0.5 0.1 20))}@scope (.a){b{color:red}}'
  expect(find(sheet)).toEqual(expect.arrayContaining([':has', '@scope', 'light-dark()', 'oklch()']))
  expect(find(addColourFallbacks(sheet))).not.toContain('light-dark()')
  expect(find(addColourFallbacks(sheet))).not.toContain('oklch()')
  expect(find('.a{color:rgb(0 0 0)}')).toEqual([])
})
