import type { OrderStatus, PaymentProcess, PaymentState } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { isRefusal } from '../../lib/api/api.ts'
import { readErrorCode, showErrorToast } from '../../lib/feedback/load.ts'
import { fetchPaymentState, type LoadedPayment, loadPayment, type OpenAttempt } from '../order/payment-api.ts'
import { type PaymentPoll, pollPayment } from '../order/poll-payment.ts'
import type { AttemptChange } from '../providers/provider-attempt.ts'
import type { PaymentPopup } from '../providers/provider-page.ts'
import { initialStage, isOffered, type Stage } from './payment-stage.ts'

/**
 * What the result dialog shows. `expired`: the time to pay ran out. `abandoned`: the provider's window seems closed while
 * the order is pending.
 */
export type ShownResult = OrderStatus | 'expired' | 'abandoned'

export type PaymentFlow = ReturnType<typeof usePaymentFlow>

export type PaymentFlowOptions = {
  /** The payment, when the route's loader has requested it already. */
  preloaded: Promise<LoadedPayment> | undefined
  /** The player returns from the provider's page, so the result dialog opens at once. */
  isReturning: boolean
  requestedProvider: PaymentProvider | null
}

/** The payment screen's state. A provider's form only hints at changes; the server's order status decides. */
export function usePaymentFlow(
  paymentId: string,
  { preloaded, isReturning, requestedProvider }: PaymentFlowOptions,
) {
  const [stage, setStage] = useState<Stage>({ name: 'loading' })
  const [result, setResult] = useState<ShownResult | null>(null)
  const latestResult = useRef(result)
  useEffect(() => {
    latestResult.current = result
  })
  const [purchaseId, setPurchaseId] = useState<string | null>(null)
  const [openAttempt, setOpenAttempt] = useState<OpenAttempt | null>(null)
  const [isOpening, setIsOpening] = useState(false)
  const poll = useRef<PaymentPoll | null>(null)
  /** The form reports a payment in progress, so a pending order is a result to show. */
  const isProcessing = useRef(false)
  const latestLoad = useRef(0)
  const latestProvider = useRef(requestedProvider)
  const firstLoad = useRef(preloaded)

  const load = useCallback(
    async (showsResult: boolean) => {
      const ours = ++latestLoad.current
      const loading = firstLoad.current ?? loadPayment(paymentId)
      firstLoad.current = undefined
      const next = await loadStage(loading, latestProvider.current)
      if (ours !== latestLoad.current) return
      // The whole screen renders, so let React interrupt it.
      startTransition(() => {
        setStage(next.stage)
        setPurchaseId(next.purchaseId)
        setOpenAttempt(next.openAttempt)
        if (showsResult && next.result !== 'pending') setResult(next.result)
      })
    },
    [paymentId],
  )

  useEffect(() => {
    void load(isReturning)
    return () => {
      latestLoad.current += 1
    }
  }, [load, isReturning])

  const applyState = useCallback((state: PaymentState) => {
    if (state.status !== 'pending') {
      isProcessing.current = false
      setPurchaseId(state.payload.purchaseId)
      setResult(toShownResult(state))
    } else if (isProcessing.current) setResult('pending')
  }, [])
  const applyFailure = useCallback(() => {
    if (isProcessing.current) setResult('pending')
  }, [])

  const isPaying = stage.name === 'paying'
  // The order still has an earlier attempt's status while no attempt is open.
  const polledAttempt = isPaying && !isOpening ? openAttempt : null
  useEffect(() => {
    if (!polledAttempt) return
    const started = pollPayment(() => fetchPaymentState(paymentId), {
      onState: applyState,
      onFailure: applyFailure,
    })
    poll.current = started
    return () => {
      started.stop()
      poll.current = null
    }
  }, [polledAttempt, paymentId, applyState, applyFailure])

  function restart(): void {
    isProcessing.current = false
    setIsOpening(false)
    setResult(null)
    setStage({ name: 'loading' })
    void load(false)
  }

  return {
    stage,
    result,
    purchaseId,
    openAttempt,
    /** Reloads the screen after an error, or to retry a failed payment. */
    restart,
    /** Opens a provider's form, unless the payment was cancelled while the choice was sent. */
    choose(process: PaymentProcess, provider: PaymentProvider, popup: PaymentPopup) {
      if (latestResult.current !== null) return popup?.close()
      latestProvider.current = provider
      setIsOpening(false)
      setOpenAttempt((open) => (open?.provider === provider ? open : null))
      setStage({ name: 'paying', process, provider, popup })
    },
    /** Goes back from the form to the method choice. The attempt stays open and preselects its provider. */
    changeMethod: (process: PaymentProcess) =>
      setStage({ name: 'choosing', process, isChangingMethod: true }),
    /** Follows the form as it opens an attempt. Meanwhile nothing is polled, and after a failure the earlier attempt is. */
    attemptChanged(change: AttemptChange) {
      setIsOpening(change.name === 'opening')
      if (change.name === 'opened' && isPaying) {
        setOpenAttempt({ provider: stage.provider, providerId: change.providerId })
      }
    },
    /** Polls at once, because the provider's form has reported something. */
    hint(hint: 'processing' | 'changed') {
      if (hint === 'processing') isProcessing.current = true
      if (poll.current) poll.current.pollNow()
      else void fetchPaymentState(paymentId).then(applyState, applyFailure)
    },
    /**
     * True when a form may charge now: another tab may have logged the player out, or paid or cancelled the
     * order. Without a response the provider decides, as it does when the hub is gone a moment later.
     */
    async confirmCharge(): Promise<boolean> {
      try {
        const state = await fetchPaymentState(paymentId)
        if (state.status !== 'pending') applyState(state)
        return state.status === 'pending'
      } catch (error) {
        // The order belongs to another player: this browser has changed the login.
        if (isRefusal(error, 'PAYMENT_NOT_FOUND')) restart()
        return !isRefusal(error, 'PAYMENT_NOT_FOUND') && !isRefusal(error, 'UNAUTHORIZED')
      }
    },
    abandoned: () => setResult((current) => current ?? 'abandoned'),
    /** Shows a status from the server that polling did not deliver. */
    showResult: setResult,
  }
}

type LoadedStage = {
  stage: Stage
  /** How the order stands; pending also when that is unknown. */
  result: ShownResult
  purchaseId: string | null
  openAttempt: OpenAttempt | null
}

async function loadStage(
  loading: Promise<LoadedPayment>,
  requested: PaymentProvider | null,
): Promise<LoadedStage> {
  try {
    const loaded = await loading
    const { process, state } = loaded
    const { provider, providerId } = process
    const isAttemptOpen = state?.status === 'pending' && provider !== null
    if (requested && !isOffered(process, requested)) showErrorToast('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
    return {
      stage: initialStage(loaded, requested),
      result: state ? toShownResult(state) : process.status,
      purchaseId: state?.payload.purchaseId ?? null,
      openAttempt: isAttemptOpen ? { provider, providerId } : null,
    }
  } catch (error) {
    return {
      stage: failureStage(readErrorCode(error)),
      result: 'pending',
      purchaseId: null,
      openAttempt: null,
    }
  }
}

function toShownResult({ status, payload }: PaymentState): ShownResult {
  return status === 'none' && payload.attempt?.state === 'expired' ? 'expired' : status
}

function failureStage(code: string | null): Stage {
  if (code === 'PAYMENT_NOT_FOUND') return { name: 'unavailable', reason: 'notFound' }
  if (code !== 'PAYMENTS_METHODS_NOT_EXIST') return { name: 'unavailable', reason: 'error' }
  showErrorToast('PAYMENTS_METHODS_NOT_EXIST')
  return { name: 'unavailable', reason: 'noMethods' }
}
