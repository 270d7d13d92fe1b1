import type { AuthState } from '@playhub/contract'
import { eventCodes } from '@playhub/contract/events'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { type FlowResult, failure, toFlowResult } from './flow-result.ts'

/** Specification §9. */
const POLL_INTERVAL_MS = 2_000
/** A flow expires after 10 minutes. */
const MAX_POLLS = 300
/** Polls after a tab returns from the provider: the server may still be storing the response. */
const MAX_POLLS_AFTER_RETURN = 2

/**
 * Polls a flow's state until it has a result.
 * @param fetchState  Reads the state from the server, which alone decides.
 * @param hasReturned Whether this tab has returned from the provider, so the result is due. A popup
 *   never counts: one seemingly closed may be open (`Cross-Origin-Opener-Policy`).
 * @param on          `unreachable` is called once per outage, after two failed polls in a row.
 * @returns           Stops polling; no callback is called afterwards.
 */
export function pollFlow(
  fetchState: () => Promise<AuthState>,
  hasReturned: boolean,
  on: { result(result: FlowResult): void; unreachable(): void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let polls = 0
  let failedPolls = 0
  let answeredPolls = 0

  async function poll(): Promise<void> {
    polls += 1
    const state = await fetchState().catch(toPollError)
    if (isStopped) return
    const result = evaluate(state)
    if (!result) {
      timer = setTimeout(poll, POLL_INTERVAL_MS)
      return
    }
    isStopped = true
    on.result(result)
  }

  function evaluate(state: AuthState | PollError): FlowResult | null {
    if (state === 'banned') return failure(eventCodes.ACCOUNT_BANNED)
    if (state === 'not-found') return failure(eventCodes.SIGN_IN_STATE_NOT_FOUND)
    if (state === 'unreachable') {
      failedPolls += 1
      if (failedPolls === 2) on.unreachable()
    } else {
      failedPolls = 0
      answeredPolls += 1
    }
    const result = state === 'unreachable' ? null : toFlowResult(state)
    if (result) return result
    if (hasReturned && answeredPolls === MAX_POLLS_AFTER_RETURN) return { name: 'cancelled' }
    return polls < MAX_POLLS ? null : failure(eventCodes.SIGN_IN_STATE_EXPIRED)
  }

  if (hasReturned) void poll()
  else timer = setTimeout(poll, POLL_INTERVAL_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

type PollError = 'not-found' | 'banned' | 'unreachable'

/** An unknown flow stays unknown, and a banned player banned; any other error may be temporary. */
function toPollError(error: unknown): PollError {
  if (isRefusal(error, 'AUTH_STATE_NOT_FOUND')) return 'not-found'
  return isRefusal(error, 'ACCOUNT_BANNED') ? 'banned' : 'unreachable'
}
