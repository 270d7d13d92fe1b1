import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'
import { SECOND_MS } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'

type Task = {
  /** Of the client, who may have only a few renderings waiting. */
  address: string
  /** Pages of players who are signed in or paying come first. */
  isUrgent: boolean
  /** Whether the client no longer waits. */
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
const turnsOfRequest = 3
const maxTurns = 500

/**
 * Renders one page after another: rendering is synchronous, so several at once would only delay everything else. Between
 * two of them the event loop turns and answers what needs no rendering, such as cached pages and health checks.
 */
export function createRenderQueue(): RenderQueue {
  const queue = new PQueue({ concurrency: 1 })
  const waiting = new Map<string, number>()
  /** Of the rendering that began last. */
  let lastWaitMs = 0
  let arrivals = 0

  /**
   * libuv accepts one connection in each turn of the event loop. With one turn for each page, clients would wait unseen in the
   * system's queue, until nearly all of them have given up.
   */
  async function acceptWaiting(): Promise<void> {
    for (let turns = 0, quietTurns = 0; quietTurns < turnsOfRequest && turns < maxTurns; turns++) {
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
      const queuedAt = performance.now()
      const work = async () => {
        leave(address)
        // Urgent pages overtake others, so their waiting says nothing about the queue.
        if (!isUrgent) lastWaitMs = performance.now() - queuedAt
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

/** Delays the answer to a refused request, so that a client that floods sends two requests a second on each connection. */
export function createHoldBack(): () => Promise<void> {
  let heldBack = 0
  return async () => {
    if (heldBack >= maxHeldBack) return
    heldBack += 1
    await delay(holdBackMs, undefined, { ref: false })
    heldBack -= 1
  }
}
