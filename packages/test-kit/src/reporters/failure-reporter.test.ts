import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const tests = `
  import { describe, expect, test } from 'vitest'
  let attempts = 0
  test('steady', () => {})
  describe('a page', () => {
    const counted = test.extend('attempt', () => ++attempts)
    counted('shaky', ({ attempt }) => expect(attempt).toBe(2))
  })
  test('broken', () => expect(1).toBe(2))
`

test('the end of a run lists the tests that passed only at the second try, with their errors, and those that failed', () => {
  // Below node_modules, where the test finds vitest.
  mkdirSync('node_modules/.cache', { recursive: true })
  const dir = resolve(mkdtempSync('node_modules/.cache/failures-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'pages.test.ts'), tests)
  const reporters = ['default', resolve('packages/test-kit/src/reporters/failure-reporter.ts')]
  const config = `export default ${JSON.stringify({ test: { retry: 1, reporters } })}`
  writeFileSync(join(dir, 'vitest.config.js'), config)
  const { stdout, status } = spawnSync(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: dir,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stdout.split('\n').filter((line) => line.startsWith('flaky: '))).toEqual([
    'flaky: pages.test.ts > a page > shaky',
  ])
  expect(stdout).toMatch(
    /^At first, pages\.test\.ts > a page > shaky failed:\n.*expected 1 to be 2.*\n +at .*pages\.test\.ts/m,
  )
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^failed: pages\.test\.ts > broken: .*expected 1 to be 2/,
  )
})
