// Preloaded by npm scripts. Plain JavaScript, because an older Node cannot even read TypeScript.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const required = 24
const [major] = process.versions.node.split('.')
if (Number(major) < required) {
  console.error(
    `Playhub needs Node ${required} or later, and this is Node ${process.versions.node}: install Node ${required}, or run "npm ci" on Linux, macOS (ARM) or Windows, which brings it.`,
  )
  process.exit(1)
}

// Caches compiled code. Otherwise every start strips the types again, which takes a third of its time and 25 MB.
// Child processes and worker threads read the variable.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url))
module.enableCompileCache()
