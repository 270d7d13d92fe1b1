import { setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'
import { Refusal } from '../../platform/refusal.ts'

type Task = {
  /** The client's IP; a client may have only a few renderings waiting. */
  ip: string
  /** Pages for players who are logged in or paying come first. */
  isUrgent: boolean
  /** True when the client no longer waits. */
  isAbandoned(): boolean
}

export type RenderQueue = {
  /** @throws Refusal SERVICE_UNAVAILABLE when too many renderings wait */
  run<T>(task: Task, render: () => Promise<T>): Promise<T>
}

const maxWaiting = 100
const maxWaitingPerIp = 20
/** Maximum wait of a search; while the last one waited longer, the next is refused. */
const maxWaitMs = 400
const retryInSeconds = 2
/** libuv accepts one connection per turn. With one turn per page, clients would wait unseen in the system's queue. */
const turnsPerPage = 20

/**
 * Renders one page after another: rendering is synchronous, so several at once would only delay everything else. The
 * event loop turns between two pages and handles what needs no rendering, such as cached pages and health checks.
 * @param now  The time in milliseconds.
 */
export function createRenderQueue(now = () => performance.now()): RenderQueue {
  const queue = new PQueue({ concurrency: 1 })
  const waiting = new Map<string, number>()
  /** Wait before the last rendering began. */
  let lastWaitMs = 0

  function leave(ip: string): void {
    const left = (waiting.get(ip) ?? 1) - 1
    if (left > 0) waiting.set(ip, left)
    else waiting.delete(ip)
  }

  return {
    run({ ip, isUrgent, isAbandoned }, render) {
      const ahead = waiting.get(ip) ?? 0
      // Urgent pages are shed last.
      const limit = isUrgent ? 2 * maxWaiting : maxWaiting
      const isSlow = !isUrgent && queue.size > 0 && lastWaitMs > maxWaitMs
      if (ahead >= maxWaitingPerIp || queue.size >= limit || isSlow) throw overloaded()
      waiting.set(ip, ahead + 1)
      const queuedAt = now()
      const work = async () => {
        leave(ip)
        // Urgent pages overtake others, so their waiting says nothing about the queue.
        if (!isUrgent) lastWaitMs = now() - queuedAt
        for (let turn = 0; turn < turnsPerPage; turn++) await nextTurn()
        if (isAbandoned()) throw overloaded()
        return render()
      }
      return queue.add(work, { priority: isUrgent ? 1 : 0 })
    },
  }
}

const overloaded = () => new Refusal('SERVICE_UNAVAILABLE', { retryInSeconds })
