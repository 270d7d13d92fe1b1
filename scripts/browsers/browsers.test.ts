import { hubBrowsers, sdkBrowsers } from '@playhub/contract/browsers/supported'
import { expect, test } from 'vitest'
import { findUnsupported } from './find-unsupported.ts'
import { findMissing } from './missing.ts'

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
