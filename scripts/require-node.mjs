// Preloaded by npm scripts. Plain JavaScript, because an older Node cannot even read TypeScript.
const required = 24
const [major] = process.versions.node.split('.')
if (Number(major) < required) {
  console.error(
    `Playhub needs Node ${required} or later, and this is Node ${process.versions.node}: install Node ${required}, or run "npm ci" on Linux, macOS (ARM) or Windows, which brings it.`,
  )
  process.exit(1)
}
