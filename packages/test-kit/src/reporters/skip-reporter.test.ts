import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const tests = `
  import { describe, test } from 'vitest'
  import { skipped } from '${resolve('packages/test-kit/src/skipped.ts')}'
  test('steady', () => {})
  describe('a page', () => skipped('there is no printer')('prints', () => {}))
  skipped('there is no printer').for(['a', 'b'])('prints %s', () => {})
  test('late', ({ skip }) => skip('it is too late'))
  test.skip('forgotten', () => {})
`

test('the end of a run lists what was skipped and why', () => {
  // Below node_modules, where the test finds vitest.
  mkdirSync('node_modules/.cache', { recursive: true })
  const dir = resolve(mkdtempSync('node_modules/.cache/skipped-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'pages.test.ts'), tests)
  const reporters = [resolve('packages/test-kit/src/reporters/skip-reporter.ts')]
  const config = `export default ${JSON.stringify({ test: { name: 'unit', reporters } })}`
  writeFileSync(join(dir, 'vitest.config.js'), config)
  const readLines = (...args: string[]) => {
    const vitest = [resolve('node_modules/vitest/vitest.mjs'), 'run', ...args]
    return spawnSync(process.execPath, vitest, { cwd: dir, encoding: 'utf8' }).stdout.trim().split('\n')
  }
  expect(readLines()).toEqual([
    'skipped: pages.test.ts > a page > prints (unit): there is no printer',
    'skipped: pages.test.ts > prints %s (unit): there is no printer',
    'skipped: pages.test.ts > late (unit): it is too late',
    'skipped: pages.test.ts > forgotten (unit): no reason is given',
  ])
  expect(readLines('-t', 'late')).toEqual(['skipped: pages.test.ts > late (unit): it is too late'])
})
