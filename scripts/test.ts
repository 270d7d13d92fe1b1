/**
 * Runs the tests: `npm test` all but the long ones, `npm run test:long` only these. `--changed` runs those closest to
 * the changes, `--changed=main` since a commit, in three minutes. Further arguments go to vitest, such as `npm test --
 * --project unit`.
 */
import { spawnSync } from 'node:child_process'
import { ensureChromium, installShell } from '@playhub/test-kit/chromium'
import { buildStale } from './build.ts'
import { findTests, listChangedFiles } from './changed-tests.ts'

const args = process.argv.slice(2).flatMap((arg) => {
  const [, since] = /^--changed(?:=(.+))?$/.exec(arg) ?? [arg]
  return arg.startsWith('--changed') ? chooseChanged(since) : [arg]
})
const wholeChromium = ensureChromium()
if (args.includes('--long')) Object.assign(process.env, { TEST_LONG: 'true', CHROMIUM_PATH: wholeChromium })
else installShell()
await buildStale()
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args.filter((arg) => arg !== '--long')]
// A forgotten `test.only` would pass for the whole suite.
if (!args.includes('--allowOnly')) vitest.push('--allowOnly=false')
const { status } = spawnSync(process.execPath, vitest, { stdio: 'inherit' })
process.exit(status ?? 1)

/** @returns  file names for vitest */
function chooseChanged(since: string | undefined): string[] {
  const changed = listChangedFiles(since)
  const { chosen, left } = findTests(changed)
  console.log(`${changed.length} changed files, ${chosen.length} test files close to them`)
  if (left.length > 0) console.log(`${left.length} more may be affected: npm test runs all`)
  if (chosen.length === 0) process.exit(0)
  return chosen
}
