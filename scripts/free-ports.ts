import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const portsForEachWorker = 1_000
/** Below the ports that the system gives out by itself, so that nobody takes one between this look and its use. */
const firstPort = 12_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 20) * portsForEachWorker
let given = randomInt(portsForEachWorker)

/** Ports for servers that a test starts: each of vitest's workers gives out its own thousand, one after the other. */
export async function freePorts(count: number): Promise<number[]> {
  const free: number[] = []
  for (let looks = 0; free.length < count; looks++) {
    if (looks === portsForEachWorker) throw new Error('There is no free port')
    const port = firstPort + (given++ % portsForEachWorker)
    if (await isFree(port)) free.push(port)
  }
  return free
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
