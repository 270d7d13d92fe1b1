import type { OrderStatus, PaymentProcess, PaymentState } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { isRefusal } from '../../lib/api/api.ts'
import { codeOf, showErrorToast } from '../../lib/feedback/load.ts'
import { fetchPaymentState, type LoadedPayment, loadPayment, type OpenAttempt } from '../order/payment-api.ts'
import { type PaymentPoll, pollPayment } from '../order/poll-payment.ts'
import { initialStage, isOffered, type Stage } from './payment-stage.ts'

/** What the result dialog shows. `abandoned`: the provider's window was closed while the order was pending. */
export type ShownResult = OrderStatus | 'abandoned'

export type PaymentFlow = ReturnType<typeof usePaymentFlow>

export type PaymentFlowOptions = {
  /** The payment, when the route's loader has requested it already. */
  preloaded: Promise<LoadedPayment> | undefined
  /** The player returns from the provider's page, so the result dialog opens at once. */
  isReturning: boolean
  requestedProvider: PaymentProvider | null
}

/** The state of the payment screen. A provider's form only hints at a change; the server's order status decides. */
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
        if (showsResult && next.status !== null && next.status !== 'pending') setResult(next.status)
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
      setResult(state.status)
    } else if (isProcessing.current) setResult('pending')
  }, [])

  const isPaying = stage.name === 'paying'
  useEffect(() => {
    if (!isPaying) return
    const started = pollPayment(() => fetchPaymentState(paymentId), {
      onState: applyState,
      onFailure: () => isProcessing.current && setResult('pending'),
    })
    poll.current = started
    return () => started.stop()
  }, [isPaying, paymentId, applyState])

  function restart(): void {
    isProcessing.current = false
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
    choose(process: PaymentProcess, provider: PaymentProvider) {
      if (latestResult.current !== null) return
      latestProvider.current = provider
      setOpenAttempt((open) => (open?.provider === provider ? open : null))
      setStage({ name: 'paying', process, provider })
    },
    /** Returns from the provider's form to the choice of method. The attempt stays open and preselects its provider. */
    changeMethod: (process: PaymentProcess) =>
      setStage({ name: 'choosing', process, isChangingMethod: true }),
    attemptOpened: (providerId: string) =>
      setOpenAttempt(isPaying ? { provider: stage.provider, providerId } : null),
    /** Polls at once, because the provider's form has reported something. */
    hint(hint: 'processing' | 'changed') {
      if (hint === 'processing') isProcessing.current = true
      poll.current?.pollNow()
    },
    /**
     * Whether a form may charge now: another tab may have signed the player out, or paid or cancelled the order. Without a
     * response the provider decides, as it does when the hub is gone a moment later.
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
  status: OrderStatus | null
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
    if (requested && !isOffered(process, requested)) showErrorToast('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
    return {
      stage: initialStage(loaded, requested),
      status: state?.status ?? process.status,
      purchaseId: state?.payload.purchaseId ?? null,
      openAttempt: state?.status === 'pending' && provider && providerId ? { provider, providerId } : null,
    }
  } catch (error) {
    return { stage: failureStage(codeOf(error)), status: null, purchaseId: null, openAttempt: null }
  }
}

function failureStage(code: string | null): Stage {
  if (code === 'PAYMENT_NOT_FOUND') return { name: 'unavailable', reason: 'notFound' }
  if (code !== 'PAYMENTS_METHODS_NOT_EXIST') return { name: 'unavailable', reason: 'error' }
  showErrorToast('PAYMENTS_METHODS_NOT_EXIST')
  return { name: 'unavailable', reason: 'noMethods' }
}
