import type { IncomingMessage, ServerResponse } from 'node:http'
import { isHealthPath } from '../request-priority.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Time in one turn of the event loop after which further requests wait. */
const turnMs = 1
const waitingPerTurn = 2

/**
 * Handles requests arriving together over several turns of the event loop, in order. libuv accepts one connection per
 * turn: if each turn responded to hundreds of open connections, a new one, such as a health check's, would wait for
 * seconds.
 */
export function spreadOverTurns(handle: Handle): Handle {
  const waiting: Parameters<Handle>[] = []
  let turnStartedAt: number | undefined

  function endTurn(): void {
    turnStartedAt = undefined
    for (const [request, response] of waiting.splice(0, waitingPerTurn))
      if (!request.destroyed) handle(request, response)
    if (waiting.length > 0) setImmediate(endTurn)
  }

  return (request, response) => {
    if (isHealthPath(request.url ?? '')) return handle(request, response)
    const now = performance.now()
    if (waiting.length === 0 && turnStartedAt === undefined) setImmediate(endTurn)
    turnStartedAt ??= now
    if (waiting.length === 0 && now - turnStartedAt < turnMs) handle(request, response)
    else waiting.push([request, response])
  }
}
