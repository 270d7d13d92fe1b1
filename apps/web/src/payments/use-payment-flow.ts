import type { OrderStatus, PaymentProcess, PaymentState } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { useCallback, useEffect, useRef, useState } from 'react'
import { codeOf, showTrouble } from '../lib/load.ts'
import { askPayment, type LoadedPayment, loadPayment } from './load-payment.ts'
import { type PaymentWatch, watchPayment } from './watch-payment.ts'

/** Where the payment screen stands. */
export type Stage =
  | { name: 'loading' }
  | { name: 'closed'; why: 'alreadyPaid' | 'notFound' | 'noMethods' | 'trouble'; process?: PaymentProcess }
  | { name: 'choosing'; process: PaymentProcess; isReconsidering?: boolean }
  | { name: 'paying'; process: PaymentProcess; provider: PaymentProvider }

/** What is said over the screen: how the payment stands, once it has left the player's hands. */
export type Moment = OrderStatus

export type PaymentFlow = ReturnType<typeof usePaymentFlow>

/**
 * The story of one payment on the screen. What a provider's form says is only a hint to ask; the server's answer is
 * what moves the story on.
 * @param isReturning  The player comes back from the provider's page, so a payment that is paid is news.
 */
export function usePaymentFlow(paymentId: string, isReturning: boolean) {
  const [stage, setStage] = useState<Stage>({ name: 'loading' })
  const [moment, setMoment] = useState<Moment | null>(null)
  const [purchaseId, setPurchaseId] = useState<string | null>(null)
  const [openAttempt, setOpenAttempt] = useState<string | null>(null)
  const watch = useRef<PaymentWatch | null>(null)
  /** The form believes that money is on its way, so an order still pending is worth a word. */
  const isMoneyMoving = useRef(false)
  const latestLoad = useRef(0)

  const load = useCallback(async () => {
    const ours = ++latestLoad.current
    const next = await loadStage(paymentId, isReturning)
    if (ours !== latestLoad.current) return
    setStage(next.stage)
    setPurchaseId(next.purchaseId)
    setOpenAttempt(next.openAttempt)
    if (isReturning && next.stage.name === 'closed' && next.stage.why === 'alreadyPaid') setMoment('paid')
  }, [paymentId, isReturning])

  useEffect(() => {
    void load()
    return () => {
      latestLoad.current += 1
    }
  }, [load])

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
      void load()
    },
    choose: (process: PaymentProcess, provider: PaymentProvider) =>
      setStage({ name: 'paying', process, provider }),
    /** Back from the provider's form to the choice. The attempt stays open, and the choice shows it. */
    reconsider: (process: PaymentProcess) => setStage({ name: 'choosing', process, isReconsidering: true }),
    attemptOpened: setOpenAttempt,
    /** The provider's form has something to tell: the server is asked at once. */
    hint(about: 'money-moving' | 'changed') {
      if (about === 'money-moving') isMoneyMoving.current = true
      watch.current?.askNow()
    },
    /** Takes the server's word that came by another way than the watch. */
    show: setMoment,
  }
}

type Loaded = { stage: Stage; purchaseId: string | null; openAttempt: string | null }

async function loadStage(paymentId: string, isReturning: boolean): Promise<Loaded> {
  try {
    return stageOf(await loadPayment(paymentId), isReturning)
  } catch (error) {
    return { stage: troubleOf(codeOf(error)), purchaseId: null, openAttempt: null }
  }
}

function stageOf({ process, state }: LoadedPayment, isReturning: boolean): Loaded {
  const isPaid = (state?.status ?? process.status) === 'paid'
  if (isPaid) {
    const stage: Stage = { name: 'closed', why: 'alreadyPaid', process }
    return { stage, purchaseId: state?.payload.purchaseId ?? null, openAttempt: null }
  }
  const isOpen = state?.status === 'pending' && process.provider !== null
  const stage: Stage =
    isOpen && isReturning && process.provider
      ? { name: 'paying', process, provider: process.provider }
      : { name: 'choosing', process }
  return { stage, purchaseId: null, openAttempt: isOpen ? process.providerId : null }
}

function troubleOf(code: string | null): Stage {
  if (code === 'PAYMENT_NOT_FOUND') return { name: 'closed', why: 'notFound' }
  if (code !== 'PAYMENTS_METHODS_NOT_EXIST') return { name: 'closed', why: 'trouble' }
  showTrouble('PAYMENTS_METHODS_NOT_EXIST')
  return { name: 'closed', why: 'noMethods' }
}
