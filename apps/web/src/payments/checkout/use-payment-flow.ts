import type { PaymentProcess } from '@playhub/contract'
import type { Money } from '@playhub/contract/money'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { useCallback, useState } from 'react'
import type { OpenAttempt } from '../order/payment-api.ts'
import type { AttemptChange, PaymentHint } from '../providers/provider-attempt.ts'
import type { PaymentPopup } from '../providers/provider-page.ts'
import type { CardUse, Stage } from './payment-stage.ts'
import { useOrderState } from './use-order-state.ts'
import { type LoadedStage, type StageOptions, useStageLoad } from './use-stage-load.ts'

export type PaymentFlow = ReturnType<typeof usePaymentFlow>

/** The payment screen's state. A provider's form only hints at changes; the server's order status decides. */
export function usePaymentFlow(paymentId: string, options: StageOptions) {
  const [stage, setStage] = useState<Stage>({ name: 'loading' })
  const [openAttempt, setOpenAttempt] = useState<OpenAttempt | null>(null)
  const [isOpening, setIsOpening] = useState(false)
  const [newPrice, setNewPrice] = useState<Money | null>(null)
  const isPaying = stage.name === 'paying'
  // The order still has an earlier attempt's status while no attempt is open.
  const order = useOrderState(paymentId, isPaying && !isOpening ? openAttempt : null)
  const { setResult, setPayload, setProcessing } = order

  const showLoaded = useCallback(
    (loaded: LoadedStage, showsResult: boolean) => {
      setStage(loaded.stage)
      setPayload(loaded.payload)
      setOpenAttempt(loaded.openAttempt)
      if (showsResult && loaded.result !== 'pending') setResult(loaded.result)
    },
    [setPayload, setResult],
  )
  const { reload, requestProvider } = useStageLoad(paymentId, options, showLoaded)

  function restart(): void {
    setProcessing(false)
    setIsOpening(false)
    setResult(null)
    setStage({ name: 'loading' })
    reload()
  }

  return {
    stage,
    result: order.result,
    payload: order.payload,
    openAttempt,
    /** The item's price now, where the order's has ended; null until then. */
    newPrice,
    setNewPrice,
    /** Reloads the screen after an error, or to retry a failed payment. */
    restart,
    /** Shows the order at another price. The chosen method stays. */
    repriced(process: PaymentProcess) {
      // An open attempt is cancelled by then.
      setOpenAttempt(null)
      setStage((shown) =>
        shown.name === 'choosing'
          ? { name: 'choosing', process: { ...process, provider: shown.process.provider } }
          : shown,
      )
    },
    /** Reloads the screen of an order unable to become pending, unless the payment was cancelled meanwhile. */
    formFinished: () => {
      if (!order.hasResult()) restart()
    },
    /** Opens a provider's form, unless the payment was cancelled while the choice was sent. */
    choose(process: PaymentProcess, provider: PaymentProvider, popup: PaymentPopup, use: CardUse) {
      if (order.hasResult()) return popup?.close()
      requestProvider(provider)
      setIsOpening(false)
      setOpenAttempt((open) => (open?.provider === provider ? open : null))
      setStage({ name: 'paying', process, provider, popup, use })
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
    hint(hint: PaymentHint) {
      if (typeof hint === 'object') return setNewPrice(hint.newPrice)
      if (hint === 'waiver') return restart()
      if (hint === 'processing') setProcessing(true)
      order.pollNow()
    },
    /** A removed form has charged. */
    watchCharge: order.watchCharge,
    /** True when a form may charge now. Restarts when the order belongs to another player. */
    confirmCharge: () => order.confirmCharge(restart),
    abandoned: () => setResult((current) => current ?? 'abandoned'),
    /** Shows a server status from outside the polling. */
    showResult: setResult,
  }
}
