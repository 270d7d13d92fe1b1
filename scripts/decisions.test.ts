import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listDecisionFiles, listSuccessors, readDecision } from './docs/decisions-page.ts'

const files = listDecisionFiles()
const decisions = files.flatMap((file) => readDecision(file) ?? [])

test('every decision has a header with date, status and area', () => {
  expect(files.filter((file) => !readDecision(file))).toEqual([])
})

test('a decision without effect names its successor', () => {
  const withoutEffect = decisions.filter(({ status }) => status !== 'accepted')
  expect(withoutEffect.filter((decision) => !listSuccessors(decision)).map(({ file }) => file)).toEqual([])
})

test('every number has one page', () => {
  const numbers = decisions.map(({ number }) => number)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

test('a file is named after number and title', () => {
  const misnamed = decisions.filter(({ file, number, title }) => file !== toFileName(number, title))
  expect(misnamed.map(({ number, title }) => toFileName(number, title))).toEqual([])
})

test('every decision that a file names by its number has a page', () => {
  const numbers = new Set(decisions.map(({ number }) => number))
  const missing = listMentioningFiles().flatMap((file) =>
    listReferences(readFileSync(file, 'utf8'))
      .filter((number) => !numbers.has(number))
      .map((number) => `${file}: ${number}`),
  )
  expect(missing).toEqual([])
})

test('references are found in prose, comments and lists', () => {
  const text =
    'ADR 12, decision 7; decisions 80 and 59, Decision [3](0003.md), decisions\n * [43](43.md) and [47](47.md)'
  expect(listReferences(text)).toEqual([12, 7, 80, 59, 3, 43, 47])
  expect(listReferences('a decision of 2 operators, 7 decisions')).toEqual([])
})

function toFileName(number: number, title: string): string {
  const words =
    title
      .toLowerCase()
      .replaceAll(/['`]/g, '')
      .match(/[a-z0-9]+/g) ?? []
  return `${[String(number).padStart(4, '0'), ...words].join('-')}.md`
}

/** Numbers behind "ADR" or "decision", in lists too: `decisions 80, [59](…) and 12`. */
function listReferences(text: string): number[] {
  const withoutTargets = text.replaceAll(/\]\([^)]*\)/g, ']')
  const lists = withoutTargets.matchAll(
    /\b(?:ADRs?|decisions?)[\s*#/]+(\[?\d+\]?(?:(?:,| and)\s+\[?\d+\]?)*)/gi,
  )
  return [...lists].flatMap(([, list = '']) => [...list.matchAll(/\d+/g)].map(Number))
}

function listMentioningFiles(): string[] {
  const pattern = ['-IliE', '\\b(ADR|decision)s?\\b', '--', ':!scripts/decisions.test.ts']
  return execFileSync('git', ['grep', ...pattern], { encoding: 'utf8' })
    .trim()
    .split('\n')
}
