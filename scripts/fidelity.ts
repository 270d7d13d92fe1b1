/**
 * `npm run fidelity`: runs the payment tests with recording on, and compares every payment provider request, response
 * and event with the types and documents in `provider-contract`. Arguments replace the files to run.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const given = process.argv.slice(2)
const files = given.length > 0 ? given : ['apps/server/src/payments', 'apps/server/src/game-server-api']
const folder = mkdtempSync(join(tmpdir(), 'playhub-traffic-'))

function run(files: string[], env: Record<string, string>): number {
  const args = ['vitest', 'run', '--project', 'unit', '--project', 'server on sqlite', ...files]
  return spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1
}

try {
  const tests = run(files, { SANDBOX_RECORD_TO: folder })
  const comparison = run(['provider-contract/recorded.test.ts'], { RECORDED_TRAFFIC: folder })
  process.exitCode = tests || comparison
} finally {
  rmSync(folder, { recursive: true })
}
