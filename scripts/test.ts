/**
 * Runs the tests: `npm test` all but the long ones, `npm run test:long` only these. Further arguments go to vitest, such
 * as `npm test -- --project unit`.
 */
import { spawnSync } from 'node:child_process'
import { ensureChromium } from '@playhub/test-kit/chromium'
import { buildStale } from './build.ts'

const args = process.argv.slice(2)
const wholeChromium = ensureChromium()
if (args.includes('--long')) Object.assign(process.env, { TEST_LONG: 'true', CHROMIUM_PATH: wholeChromium })
await buildStale()
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args.filter((arg) => arg !== '--long')]
// A `test.only` that was left behind would pass for the whole suite.
if (!args.includes('--allowOnly')) vitest.push('--allowOnly=false')
const { status } = spawnSync(process.execPath, vitest, { stdio: 'inherit' })
process.exit(status ?? 1)
