import { globSync, readFileSync } from 'node:fs'
import { routes } from '@playhub/contract'
import { expect, test } from 'vitest'

type Row = { requirement: string; file: string; title: string }

/** A row is `| requirement | `file` title |`; the file is the shortest path that is unique. */
const rows = readFileSync('docs/spec-coverage.md', 'utf8')
  .split('\n')
  .flatMap((line): Row[] => {
    const [, requirement, file, title] = /^\| (.+) \| `([^`]+\.test\.tsx?)`(?: (.+))? \|$/.exec(line) ?? []
    return requirement && file ? [{ requirement, file, title: title ?? '' }] : []
  })

const testFiles = globSync('{apps,packages,games,e2e,scripts}/**/*.test.{ts,tsx}', {
  exclude: (path) => String(path).includes('node_modules'),
})

test('every row names one test file', () => {
  expect(rows.length).toBeGreaterThan(150)
  const listMatches = (file: string) => testFiles.filter((path) => `/${path}`.endsWith(`/${file}`))
  expect(rows.filter(({ file }) => listMatches(file).length !== 1)).toEqual([])
})

test('every named test is in its file', () => {
  const named = rows.filter(({ title }) => title)
  expect(named.length).toBeGreaterThan(100)
  const getText = (file: string) =>
    readFileSync(testFiles.find((path) => `/${path}`.endsWith(`/${file}`)) ?? '', 'utf8')
  expect(named.filter(({ file, title }) => !getText(file).includes(title))).toEqual([])
})

test('a row without a title is covered by the screens', () => {
  expect(rows.filter(({ file, title }) => !title && file !== 'screens.test.ts')).toEqual([])
})

test('every call of the specification has a row and is in the contract', () => {
  const calls = rows.flatMap(({ requirement }) => [...requirement.matchAll(/`((?:GET|POST) [^`]+)`/g)])
  expect(calls.length).toBeGreaterThan(25)
  expect(calls.map(([, call]) => call).filter((call) => !call || !(call in routes))).toEqual([])
})
