import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const portsForEachWorker = 1_000
/** Below the ephemeral ports, so the system assigns none of these between the check and its use. */
const firstPort = 12_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 20) * portsForEachWorker
let nextOffset = randomInt(portsForEachWorker)

/** Ports for a test's servers. Each vitest worker has a thousand of its own and hands them out in order. */
export async function freePorts(count: number): Promise<number[]> {
  const free: number[] = []
  for (let checked = 0; free.length < count; checked++) {
    if (checked === portsForEachWorker) throw new Error('There is no free port')
    const port = firstPort + (nextOffset++ % portsForEachWorker)
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
