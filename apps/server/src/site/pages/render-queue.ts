import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'
import { SECOND_MS } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'

type Task = {
  /** The client's IP; a client may have only a few renderings waiting. */
  address: string
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
const maxWaitingPerAddress = 20
/** A page that waits longer is too late for its reader, and so are all behind it. */
const maxWaitMs = 400
const retryInSeconds = 2
/** One accepts a connection, the next reads its request. */
const turnsPerRequest = 3
const maxTurns = 500

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
  let arrivals = 0

  /**
   * libuv accepts one connection per event loop turn. One turn for each page would leave clients unseen in the system's
   * queue, until nearly all have given up.
   */
  async function acceptWaiting(): Promise<void> {
    for (let turns = 0, quietTurns = 0; quietTurns < turnsPerRequest && turns < maxTurns; turns++) {
      const before = arrivals
      await nextTurn()
      quietTurns = arrivals === before ? quietTurns + 1 : 0
    }
  }

  function leave(address: string): void {
    const left = (waiting.get(address) ?? 1) - 1
    if (left > 0) waiting.set(address, left)
    else waiting.delete(address)
  }

  return {
    run({ address, isUrgent, isAbandoned }, render) {
      arrivals += 1
      const ahead = waiting.get(address) ?? 0
      // Urgent pages are shed last.
      const limit = isUrgent ? 2 * maxWaiting : maxWaiting
      const isSlow = !isUrgent && queue.size > 0 && lastWaitMs > maxWaitMs
      if (ahead >= maxWaitingPerAddress || queue.size >= limit || isSlow) throw overloaded()
      waiting.set(address, ahead + 1)
      const queuedAt = now()
      const work = async () => {
        leave(address)
        // Urgent pages overtake others, so their waiting says nothing about the queue.
        if (!isUrgent) lastWaitMs = now() - queuedAt
        await acceptWaiting()
        if (isAbandoned()) throw overloaded()
        return render()
      }
      return queue.add(work, { priority: isUrgent ? 1 : 0 })
    },
  }
}

const overloaded = () => new Refusal('SERVICE_UNAVAILABLE', { retryInSeconds })

const holdBackMs = SECOND_MS / 2
const maxHeldBack = 1000

/**
 * Delays the response to a refused request, so that a flooding client sends two requests a second on each connection.
 */
export function createHoldBack(): () => Promise<void> {
  let heldBack = 0
  return async () => {
    if (heldBack >= maxHeldBack) return
    heldBack += 1
    await delay(holdBackMs, undefined, { ref: false })
    heldBack -= 1
  }
}
