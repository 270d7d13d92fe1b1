/** Type-checks every project with the settings of its runtime: Node or a browser. */
import { spawnSync } from 'node:child_process'

const projects = [
  'tsconfig.json',
  'apps/web',
  'apps/console',
  'apps/web/service-worker',
  'packages/game-sdk',
  'packages/sandbox',
  'games',
  'e2e',
]
const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '-p']
const failed = projects.filter(
  (project) => spawnSync(process.execPath, [...tsc, project], { stdio: 'inherit' }).status !== 0,
)
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`)
  process.exit(1)
}
