import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from '../packages/contract/src/index.ts'

type Row = { what: string; where: string; test: string; state: string }

const rows: Row[] = readFileSync('docs/spec-coverage.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what '))
  .map((line) => {
    const [what = '', where = '', test = '', state = ''] = line.slice(1, -1).split(' | ')
    return { what: what.trim(), where, test, state: state.trim() }
  })

const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file as string)

test('every row is built and tested, or names the issue that will do it', () => {
  expect(rows.length).toBeGreaterThan(150)
  expect(
    rows.filter(({ state }) => !/^(built(, its test with issue [3-6])?|issue [3-6] later)$/.test(state)),
  ).toEqual([])
})

test('every file of the table exists', () => {
  const files = new Set(rows.flatMap(({ where, test }) => [...filesIn(where), ...filesIn(test)]))
  expect([...files].filter((file) => !existsSync(file))).toEqual([])
})

test('a row that is built names a file and a test', () => {
  const isTest = (file: string) => /\.test\.tsx?$/.test(file)
  const bare = rows.filter(
    ({ where, test, state }) =>
      state === 'built' && (filesIn(where).length === 0 || !filesIn(test).some(isTest)),
  )
  expect(bare).toEqual([])
})

test('every named test is in its file', () => {
  const named = rows.flatMap(({ test }) => [...test.matchAll(/`([^`]+)` \*([^*]+)\*/g)])
  expect(named.length).toBeGreaterThan(100)
  const lost = named.filter(([, file = '', name = '']) => !readFileSync(file, 'utf8').includes(name))
  expect(lost.map(([cell]) => cell)).toEqual([])
})

test('every call of the table is in the contract, and every one is built', () => {
  const calls = rows.flatMap(({ what, state }) =>
    filesIn(what)
      .filter((call) => call in routes)
      .map((call) => [call, state] as const),
  )
  expect(calls.length).toBeGreaterThan(25)
  expect(calls.filter(([, state]) => state !== 'built')).toEqual([])
})
