/** Type-checks every project with the settings of its runtime: Node or a browser. */
import { spawnSync } from 'node:child_process'

const projects = ['tsconfig.json', 'apps/web', 'packages/game-sdk', 'packages/sandbox', 'games', 'e2e']
const failed = projects.filter(
  (project) => spawnSync('tsc', ['--noEmit', '-p', project], { stdio: 'inherit', shell: true }).status !== 0,
)
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`)
  process.exit(1)
}
