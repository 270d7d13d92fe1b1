import type { AuthState } from '@playhub/contract'
import { eventCodes } from '@playhub/contract/events'
import { isRefusal } from '../../lib/api/api.ts'
import { endOf, type FlowEnd, failed } from './flow-result.ts'

/** How often a flow is asked about (specification §9). */
export const POLL_INTERVAL_MS = 2_000
/** A flow lives for 10 minutes. */
const MAX_QUESTIONS = 300
/** The server may still be writing down what the provider told it when its window is gone. */
const ANSWERS_AFTER_LEAVING = 2

/**
 * Asks how a flow stands, again and again, until it has ended. One lost answer is no trouble yet.
 * @param ask      The server's word, which alone decides.
 * @param hasLeft  Whether the player has left the provider: the popup is closed, or the tab is back.
 * @param tell     `noAnswer` is told once for each time that the hub is out of reach.
 * @returns        Stops asking and telling.
 */
export function watchFlow(
  ask: () => Promise<AuthState>,
  hasLeft: () => boolean,
  tell: { end(end: FlowEnd): void; noAnswer(): void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let questions = 0
  let lostAnswers = 0
  let answersAfterLeaving = 0

  async function question(): Promise<void> {
    const isLate = hasLeft()
    questions += 1
    const answer = await ask().catch(trouble)
    if (isOver) return
    const end = hear(answer, isLate)
    if (!end) {
      timer = setTimeout(question, POLL_INTERVAL_MS)
      return
    }
    isOver = true
    tell.end(end)
  }

  function hear(answer: AuthState | Trouble, isLate: boolean): FlowEnd | null {
    if (answer === 'lost') return failed(eventCodes.SIGN_IN_STATE_NOT_FOUND)
    if (answer === 'no answer') {
      lostAnswers += 1
      if (lostAnswers === 2) tell.noAnswer()
    } else {
      lostAnswers = 0
      if (isLate) answersAfterLeaving += 1
    }
    const end = answer === 'no answer' ? null : endOf(answer)
    if (end) return end
    if (answersAfterLeaving === ANSWERS_AFTER_LEAVING) return { name: 'cancelled' }
    return questions < MAX_QUESTIONS ? null : failed(eventCodes.SIGN_IN_STATE_EXPIRED)
  }

  if (hasLeft()) void question()
  else timer = setTimeout(question, POLL_INTERVAL_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

type Trouble = 'lost' | 'no answer'

/** A server that does not know the flow will not know it later; anything else may pass. */
const trouble = (error: unknown): Trouble => (isRefusal(error, 'AUTH_STATE_NOT_FOUND') ? 'lost' : 'no answer')
