import type { PaymentPayload } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { startTransition, useCallback, useEffect, useRef } from 'react'
import { readErrorCode, showErrorToast } from '../../lib/feedback/load.ts'
import { type LoadedPayment, loadPayment, type OpenAttempt } from '../order/payment-api.ts'
import { initialStage, isOffered, type ShownResult, type Stage, toShownResult } from './payment-stage.ts'

export type StageOptions = {
  /** The payment, when the route's loader has requested it already. */
  preloaded: Promise<LoadedPayment> | undefined
  /** The player returns from the provider's page, so the result dialog opens at once. */
  isReturning: boolean
  requestedProvider: PaymentProvider | null
}

export type LoadedStage = {
  stage: Stage
  /** The order's state; pending also when unknown. */
  result: ShownResult
  payload: PaymentPayload | null
  openAttempt: OpenAttempt | null
}

/**
 * Loads the payment screen's first stage.
 * @param show  Must be stable: another function loads the stage again.
 */
export function useStageLoad(
  paymentId: string,
  { preloaded, isReturning, requestedProvider }: StageOptions,
  show: (loaded: LoadedStage, showsResult: boolean) => void,
) {
  const latestLoad = useRef(0)
  const latestProvider = useRef(requestedProvider)
  const firstLoad = useRef(preloaded)

  const load = useCallback(
    async (showsResult: boolean) => {
      const ours = ++latestLoad.current
      const loading = firstLoad.current ?? loadPayment(paymentId)
      firstLoad.current = undefined
      const loaded = await loadStage(loading, latestProvider.current)
      if (ours !== latestLoad.current) return
      // The whole screen renders, so let React interrupt it.
      startTransition(() => show(loaded, showsResult))
    },
    [paymentId, show],
  )

  useEffect(() => {
    void load(isReturning)
    return () => {
      latestLoad.current += 1
    }
  }, [load, isReturning])

  return {
    reload: () => void load(false),
    /** The provider whose form a reload opens. */
    requestProvider(provider: PaymentProvider) {
      latestProvider.current = provider
    },
  }
}

async function loadStage(
  loading: Promise<LoadedPayment>,
  requested: PaymentProvider | null,
): Promise<LoadedStage> {
  try {
    const loaded = await loading
    const { process, state } = loaded
    const { provider, providerId, paymentData } = process
    // The result shows it as well, and opens at once after a return from the provider.
    new Image().src = paymentData.itemImage
    const isAttemptOpen = state?.status === 'pending' && provider !== null
    if (requested && !isOffered(process, requested)) showErrorToast('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
    return {
      stage: initialStage(loaded, requested),
      result: state ? toShownResult(state) : process.status,
      payload: state?.payload ?? null,
      openAttempt: isAttemptOpen ? { provider, providerId } : null,
    }
  } catch (error) {
    return {
      stage: failureStage(readErrorCode(error)),
      result: 'pending',
      payload: null,
      openAttempt: null,
    }
  }
}

function failureStage(code: string | null): Stage {
  if (code === 'PAYMENT_NOT_FOUND') return { name: 'unavailable', reason: 'notFound' }
  if (code !== 'PAYMENTS_METHODS_NOT_EXIST') return { name: 'unavailable', reason: 'error' }
  showErrorToast('PAYMENTS_METHODS_NOT_EXIST')
  return { name: 'unavailable', reason: 'noMethods' }
}
