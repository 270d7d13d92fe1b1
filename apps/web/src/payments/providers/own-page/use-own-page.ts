import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isLoggedIn } from '../../../lib/player/player.ts'
import { fetchPaymentState } from '../../order/payment-api.ts'
import { type ProviderFormProps, reportAttempt, showOpenFailure } from '../provider-attempt.ts'
import { isInApp, openPaymentWindow, redirectToProvider } from '../provider-page.ts'
import { createPopupPayment, type PopupStage } from './popup-payment.ts'

export type OwnPage = {
  provider: PaymentProvider
  /** Opens an attempt. @returns the URL of the provider's page */
  openPage(paymentId: string): Promise<string>
}

type Options = OwnPage &
  Pick<ProviderFormProps, 'paymentId' | 'popup' | 'onAttempt' | 'onHint' | 'onAbandoned'>

/** A payment on a provider's own page while the form is shown. It starts at once when the player has pressed Pay. */
export function useOwnPage(props: Options) {
  const { paymentId, popup } = props
  const [stage, setStage] = useState<PopupStage>(
    popup === undefined ? { name: 'ready' } : { name: 'opening' },
  )
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const payment = useMemo(
    () =>
      createPopupPayment(
        {
          openPayment: () => openPayment(paymentId, latest.current),
          fetchStatus: async () => (await fetchPaymentState(paymentId)).status,
          isApp: isInApp(),
          redirect: (url) => redirectToProvider(paymentId, url),
        },
        {
          onStage: setStage,
          onClosed: () => latest.current.onHint('changed'),
          onAbandoned: () => latest.current.onAbandoned(),
        },
      ),
    [paymentId],
  )
  const isMounted = useRef(false)
  const startedIn = useRef<Options['popup']>(undefined)
  useEffect(() => {
    isMounted.current = true
    if (popup !== startedIn.current && popup !== undefined) {
      startedIn.current = popup
      void payment.start(popup)
    }
    return () => {
      isMounted.current = false
      // Later, because React's strict mode mounts the form again at once.
      queueMicrotask(() => {
        if (isMounted.current) return
        // A player who has to log in again does so while the payment goes on in the popup.
        if (isLoggedIn()) payment.stop()
        else payment.release()
      })
    }
  }, [payment, popup])
  return {
    stage,
    /** Must be called while a click is handled. */
    start: () => void payment.start(openPaymentWindow()),
    showWindow: payment.showWindow,
  }
}

/** @returns the page's URL; null after a failure that was shown to the player. */
async function openPayment(
  paymentId: string,
  { provider, openPage, onAttempt, onHint }: Pick<Options, 'provider' | 'openPage' | 'onAttempt' | 'onHint'>,
): Promise<string | null> {
  const open = async () => ({ url: await openPage(paymentId), providerId: null })
  try {
    return (await reportAttempt(open, onAttempt)).url
  } catch (error) {
    showOpenFailure(provider, error, onHint)
    return null
  }
}
