/**
 * Preloaded into the hub during the login bench: measures the longest event-loop block in main-thread CPU time, so
 * other load on the machine does not count.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const file = process.env.LOOP_FILE
const isHub = process.argv[1]?.endsWith('apps/server/src/main.ts') || process.argv[2] === 'hub'

if (file && isHub) {
  let longestMs = 0
  let before = threadMs()
  const tick = () => {
    const now = threadMs()
    longestMs = Math.max(longestMs, now - before)
    if (existsSync(`${file}.request`)) {
      writeFileSync(file, String(longestMs))
      rmSync(`${file}.request`)
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
