import type { OrderStatus, PaymentProcess, PaymentState } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { codeOf, showErrorToast } from '../../lib/feedback/load.ts'
import { askPayment, type LoadedPayment, loadPayment } from '../order/payment-api.ts'
import { type PaymentWatch, watchPayment } from '../order/poll-payment.ts'
import { isOffered, type Stage, stageOf } from './payment-stage.ts'

/**
 * What is said over the screen: how the payment stands, once it has left the player's hands. `abandoned`: the
 * provider's window was closed, and no payment has come.
 */
export type Moment = OrderStatus | 'abandoned'

export type PaymentFlow = ReturnType<typeof usePaymentFlow>

/** How the player came to the screen. */
export type Entrance = {
  /** The payment, on its way already. */
  coming: Promise<LoadedPayment> | undefined
  /** Back from the provider's page, so how the payment ended is news. */
  isReturning: boolean
  /** The provider that the address names. */
  wanted: PaymentProvider | null
}

/**
 * The story of one payment on the screen. What a provider's form says is only a hint to ask; the server's answer is
 * what moves the story on.
 */
export function usePaymentFlow(paymentId: string, { coming, isReturning, wanted }: Entrance) {
  const [stage, setStage] = useState<Stage>({ name: 'loading' })
  const [moment, setMoment] = useState<Moment | null>(null)
  const [purchaseId, setPurchaseId] = useState<string | null>(null)
  const [openAttempt, setOpenAttempt] = useState<OpenAttempt | null>(null)
  const watch = useRef<PaymentWatch | null>(null)
  /** The form believes that money is on its way, so an order still pending is worth a word. */
  const isMoneyMoving = useRef(false)
  const latestLoad = useRef(0)
  const latestProvider = useRef(wanted)
  const first = useRef(coming)

  const load = useCallback(
    async (isNews: boolean) => {
      const ours = ++latestLoad.current
      const loading = first.current ?? loadPayment(paymentId)
      first.current = undefined
      const next = await loadStage(loading, latestProvider.current)
      if (ours !== latestLoad.current) return
      // In slices: it is the whole screen.
      startTransition(() => {
        setStage(next.stage)
        setPurchaseId(next.purchaseId)
        setOpenAttempt(next.openAttempt)
        if (isNews && next.status !== null && next.status !== 'pending') setMoment(next.status)
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

  const hear = useCallback((state: PaymentState) => {
    if (state.status !== 'pending') {
      isMoneyMoving.current = false
      setPurchaseId(state.payload.purchaseId)
      setMoment(state.status)
    } else if (isMoneyMoving.current) setMoment('pending')
  }, [])

  const isPaying = stage.name === 'paying'
  useEffect(() => {
    if (!isPaying) return
    const watching = watchPayment(() => askPayment(paymentId), {
      state: hear,
      noAnswer: () => isMoneyMoving.current && setMoment('pending'),
    })
    watch.current = watching
    return () => watching.stop()
  }, [isPaying, paymentId, hear])

  return {
    stage,
    moment,
    purchaseId,
    openAttempt,
    /** Loads the screen anew: after trouble, or to try again after a payment that did not work out. */
    restart() {
      isMoneyMoving.current = false
      setMoment(null)
      setStage({ name: 'loading' })
      void load(false)
    },
    choose(process: PaymentProcess, provider: PaymentProvider) {
      latestProvider.current = provider
      setOpenAttempt((open) => (open?.provider === provider ? open : null))
      setStage({ name: 'paying', process, provider })
    },
    /** Back from the provider's form to the choice. The attempt stays open, and the choice shows it. */
    reconsider: (process: PaymentProcess) => setStage({ name: 'choosing', process, isReconsidering: true }),
    attemptOpened: (providerId: string) =>
      setOpenAttempt(isPaying ? { provider: stage.provider, providerId } : null),
    /** The provider's form has something to tell: the server is asked at once. */
    hint(about: 'money-moving' | 'changed') {
      if (about === 'money-moving') isMoneyMoving.current = true
      watch.current?.askNow()
    },
    abandoned: () => setMoment((now) => now ?? 'abandoned'),
    /** Takes the server's word that came by another way than the watch. */
    show: setMoment,
  }
}

/** A payment that is open at a provider, under the provider's own id. */
export type OpenAttempt = { provider: PaymentProvider; providerId: string }

type Loaded = {
  stage: Stage
  status: OrderStatus | null
  purchaseId: string | null
  openAttempt: OpenAttempt | null
}

async function loadStage(loading: Promise<LoadedPayment>, wanted: PaymentProvider | null): Promise<Loaded> {
  try {
    const loaded = await loading
    const { process, state } = loaded
    const { provider, providerId } = process
    if (wanted && !isOffered(process, wanted)) showErrorToast('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
    return {
      stage: stageOf(loaded, wanted),
      status: state?.status ?? process.status,
      purchaseId: state?.payload.purchaseId ?? null,
      openAttempt: state?.status === 'pending' && provider && providerId ? { provider, providerId } : null,
    }
  } catch (error) {
    return { stage: troubleOf(codeOf(error)), status: null, purchaseId: null, openAttempt: null }
  }
}

function troubleOf(code: string | null): Stage {
  if (code === 'PAYMENT_NOT_FOUND') return { name: 'closed', why: 'notFound' }
  if (code !== 'PAYMENTS_METHODS_NOT_EXIST') return { name: 'closed', why: 'trouble' }
  showErrorToast('PAYMENTS_METHODS_NOT_EXIST')
  return { name: 'closed', why: 'noMethods' }
}
