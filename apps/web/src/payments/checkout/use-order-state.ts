import type { PaymentPayload, PaymentState } from '@playhub/contract'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchPaymentState, type OpenAttempt } from '../order/payment-api.ts'
import { type PaymentPoll, pollPayment } from '../order/poll-payment.ts'
import { type ShownResult, toShownResult } from './payment-stage.ts'

/**
 * The order's state for the result dialog.
 * @param polledAttempt  Its order is polled.
 */
export function useOrderState(paymentId: string, polledAttempt: OpenAttempt | null) {
  const [result, setResult] = useState<ShownResult | null>(null)
  const latestResult = useRef(result)
  useEffect(() => {
    latestResult.current = result
  })
  /** The server's last report. */
  const [payload, setPayload] = useState<PaymentPayload | null>(null)
  /** The form reports a payment in progress, so a pending order is a result to show. */
  const isProcessing = useRef(false)

  /** The order is pending, or its state could not be fetched. */
  const showPending = useCallback(() => {
    if (isProcessing.current) setResult('pending')
  }, [])
  const applyState = useCallback(
    (state: PaymentState) => {
      if (state.status === 'pending') return showPending()
      isProcessing.current = false
      setPayload(state.payload)
      setResult(toShownResult(state))
    },
    [showPending],
  )

  const poll = useRef<PaymentPoll | null>(null)
  useEffect(() => {
    if (!polledAttempt) return
    const started = pollPayment(() => fetchPaymentState(paymentId), {
      onState: applyState,
      onFailure: showPending,
    })
    poll.current = started
    return () => {
      started.stop()
      poll.current = null
    }
  }, [polledAttempt, paymentId, applyState, showPending])

  const chargePoll = useRef<PaymentPoll | null>(null)
  useEffect(() => () => chargePoll.current?.stop(), [])

  return {
    result,
    setResult,
    hasResult: () => latestResult.current !== null,
    payload,
    setPayload,
    setProcessing(isNow: boolean) {
      isProcessing.current = isNow
    },
    pollNow() {
      if (poll.current) poll.current.pollNow()
      else void fetchPaymentState(paymentId).then(applyState, showPending)
    },
    /** Shows the order once it is paid, whatever its attempts are. */
    watchCharge() {
      chargePoll.current?.stop()
      const started = pollPayment(() => fetchPaymentState(paymentId).then(untilPaid), {
        onState: (state) => state.status === 'paid' && applyState(state),
        onFailure: () => undefined,
      })
      chargePoll.current = started
      started.pollNow()
    },
    /**
     * True when a form may charge now: another tab may have logged the player out, or paid or cancelled the
     * order. Without a response the provider decides, as it does when the hub is gone a moment later.
     */
    async confirmCharge(onOtherPlayer: () => void): Promise<boolean> {
      try {
        const state = await fetchPaymentState(paymentId)
        if (state.status !== 'pending') applyState(state)
        return state.status === 'pending'
      } catch (error) {
        // The order belongs to another player: this browser has changed the login.
        if (isRefusal(error, 'PAYMENT_NOT_FOUND')) onOtherPlayer()
        return !isRefusal(error, 'PAYMENT_NOT_FOUND') && !isRefusal(error, 'UNAUTHORIZED')
      }
    },
  }
}

/** Another attempt may have failed meanwhile. */
const untilPaid = (state: PaymentState): PaymentState =>
  state.status === 'paid' ? state : { ...state, status: 'pending' }
