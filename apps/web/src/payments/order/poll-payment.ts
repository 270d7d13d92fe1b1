import type { PaymentState } from '@playhub/contract'

/** How often an order being paid is asked about (specification §9). */
export const POLL_INTERVAL_MS = 2_000
/** A quarter of an hour of asking; after that the player's next step asks again. */
const MAX_QUESTIONS = 450

export type PaymentWatch = {
  /** Something seems to have happened: ask at once instead of at the next beat. */
  askNow(): void
  stop(): void
}

/**
 * Asks how an order stands, again and again, until it is over. One question at a time; one that gets no answer is
 * simply asked again.
 * @param ask  The server's word, which alone decides.
 */
export function watchPayment(
  ask: () => Promise<PaymentState>,
  tell: { state(state: PaymentState): void; noAnswer(): void },
): PaymentWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let questions = 0
  let isAsking = false
  let isOver = false

  async function question(): Promise<void> {
    clearTimeout(timer)
    if (isAsking || isOver) return
    isAsking = true
    questions += 1
    const state = await ask().catch(() => null)
    isAsking = false
    if (isOver) return
    if (state) tell.state(state)
    else tell.noAnswer()
    if (state && state.status !== 'pending') isOver = true
    else if (questions < MAX_QUESTIONS) timer = setTimeout(question, POLL_INTERVAL_MS)
  }

  timer = setTimeout(question, POLL_INTERVAL_MS)
  return {
    askNow: () => void question(),
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
