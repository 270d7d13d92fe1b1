import { expect, test } from 'vitest'
import { childContext, formatTraceparent, parseTraceparent } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test.each([
  [`00-${traceId}-${spanId}-01`, { traceId, spanId, isSampled: true }],
  [`00-${traceId}-${spanId}-00`, { traceId, spanId, isSampled: false }],
  // A later version may add fields.
  [`cc-${traceId}-${spanId}-03-what-is-next`, { traceId, spanId, isSampled: true }],
])('%s is read', (header, context) => {
  expect(parseTraceparent(header)).toEqual(context)
})

test.each([
  undefined,
  '',
  'trace',
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}`,
  `cc-${traceId}-${spanId}-01-${'x'.repeat(300)}`,
])('%s begins a new trace', (header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})

test('a child has the trace of its parent and a span of its own', () => {
  const child = childContext({ traceId, spanId, isSampled: false })
  expect(child).toMatchObject({ traceId, isSampled: false })
  expect(child.spanId).not.toBe(spanId)
  expect(parseTraceparent(formatTraceparent(child))).toEqual(child)
  expect(parseTraceparent(formatTraceparent(childContext(undefined)))).toMatchObject({ isSampled: true })
})
