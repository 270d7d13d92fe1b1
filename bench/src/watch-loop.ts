/**
 * Loaded into the hub while the bench signs people in: notes the longest stretch that the main thread worked without
 * coming back to its timers. Counted in the thread's own CPU time, so that a busy machine does not look like a blocked
 * loop.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const file = process.env.LOOP_FILE
const isHub = process.argv[1]?.endsWith('apps/server/src/main.ts')

if (file && isHub) {
  let longestMs = 0
  let before = threadMs()
  const tick = () => {
    const now = threadMs()
    longestMs = Math.max(longestMs, now - before)
    if (existsSync(`${file}.ask`)) {
      writeFileSync(file, String(longestMs))
      rmSync(`${file}.ask`)
      longestMs = 0
    }
    before = threadMs()
    setTimeout(tick, 1).unref()
  }
  tick()
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
