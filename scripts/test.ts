/** Every test: units, the server on both databases, and journeys in a real browser. Extra words go to vitest. */
import { spawnSync } from 'node:child_process'
import { buildStale } from './build.ts'
import { ensureChromium } from './chromium.ts'

process.env.CHROMIUM_PATH = ensureChromium()
await buildStale()
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
