import { expect, test } from 'vitest'
import { findLongLines } from './prose.ts'

const long = 'word '.repeat(33)

test('a line of prose has at most 160 characters', () => {
  expect(findLongLines([{ path: 'docs/a.md', text: `Short.\n${long}\n` }])).toEqual([
    expect.stringMatching(/^docs\/a\.md: 165 characters/),
  ])
})

test.each([
  ['a table', `| ${long} |`],
  ['a code block', `\`\`\`\n${long}\n\`\`\``],
  ['the target of a link', `[a](${'x'.repeat(200)})`],
])('%s may be longer', (_, text) => {
  expect(findLongLines([{ path: 'docs/a.md', text }])).toEqual([])
})

test("a publisher's document may be longer", () => {
  expect(findLongLines([{ path: 'content/docs/a.md', text: long }])).toEqual([])
})
