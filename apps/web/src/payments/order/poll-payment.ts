import type { PaymentState } from '@playhub/contract'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'

/** Polling interval of an open payment (specification §9). */
export const POLL_INTERVAL_MS = 2_000
/** Polling stops after 15 minutes; `pollNow` still works then. */
const MAX_POLLS = 450

export type PaymentPoll = {
  /** Polls at once instead of waiting for the next interval. */
  pollNow(): void
  stop(): void
}

/**
 * Polls an order until its status is final or the login has ended. Requests never overlap, and a failed one is retried at
 * the next interval.
 */
export function pollPayment(
  fetchState: () => Promise<PaymentState>,
  { onState, onFailure }: { onState(state: PaymentState): void; onFailure(): void },
): PaymentPoll {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pollCount = 0
  let isFetching = false
  let isStopped = false

  async function poll(): Promise<void> {
    clearTimeout(timer)
    if (isFetching || isStopped) return
    isFetching = true
    pollCount += 1
    const state = await fetchState().catch((error) => {
      if (isRefusal(error, 'UNAUTHORIZED')) isStopped = true
      return null
    })
    isFetching = false
    if (isStopped) return
    if (state) onState(state)
    else onFailure()
    if (state && state.status !== 'pending') isStopped = true
    else if (pollCount < MAX_POLLS) timer = setTimeout(poll, POLL_INTERVAL_MS)
  }

  timer = setTimeout(poll, POLL_INTERVAL_MS)
  return {
    pollNow: () => void poll(),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
