import { expect, test } from 'vitest'
import { cutEqualParagraphs } from './cut-equal-paragraphs.ts'

const text = (...paragraphs: string[]) => paragraphs.join('\n\n')

test('a changed paragraph is shown without those around it', () => {
  expect(cutEqualParagraphs(text('A', 'B', 'C', 'D'), text('A', 'B', 'c', 'D'))).toEqual([
    text('…', 'C', '…'),
    text('…', 'c', '…'),
  ])
})

test('a repeated paragraph that was added is shown once', () => {
  expect(cutEqualParagraphs(text('A', 'A'), text('A', 'A', 'A'))).toEqual([text('…'), text('…', 'A')])
})

test('a short text and a missing one stay whole', () => {
  expect(cutEqualParagraphs('1.49', '1.99')).toEqual(['1.49', '1.99'])
  expect(cutEqualParagraphs(null, text('A', 'B'))).toEqual([null, text('A', 'B')])
})
