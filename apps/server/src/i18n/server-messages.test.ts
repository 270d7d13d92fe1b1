import { expect, test } from 'vitest'
import { completeMessages } from './complete-messages.ts'
import { englishFiles, fillText, shippedFiles } from './server-messages.ts'

test.each(Object.keys(englishFiles) as (keyof typeof englishFiles)[])(
  'the Russian texts of %s are complete and have the placeholders of the English ones',
  (file) => {
    expect(completeMessages(englishFiles[file], shippedFiles('ru')[file], 'ru').problems).toEqual([])
  },
)

test('placeholders are filled, and unknown ones stay', () => {
  expect(fillText('{{a}} and {{b}} and {{a}}', { a: '$1' })).toBe('$1 and {{b}} and $1')
})
