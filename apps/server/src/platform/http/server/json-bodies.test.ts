import { expect, test } from 'vitest'
import { isReasonable } from './json-bodies.ts'

test.for([
  ['{"a":[1,{"b":2}]}', 4],
  ['"a string, with [brackets], \\"quotes\\" and {braces}, is one value"', 0],
  [`"${'\\\\'.repeat(3)}"`, 0],
  [`["${'[,'.repeat(10_000)}"]`, 1],
  ['"unfinished \\', 0],
  ['['.repeat(32) + ']'.repeat(32), 32],
] as const)('%s', ([text, values]) => {
  expect(isReasonable(text, values)).toBe(true)
  if (values > 0) expect(isReasonable(text, values - 1)).toBe(false)
})

test('too much nesting is refused, open and closed', () => {
  expect(isReasonable('['.repeat(33), 100)).toBe(false)
  expect(isReasonable('{"a":'.repeat(33) + '}'.repeat(33), 100)).toBe(false)
  expect(isReasonable('[],'.repeat(90), 200)).toBe(true)
})
