import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { readErrorCode } from '../../../lib/feedback/load.ts'
import { isLoggedIn } from '../../../lib/player/player.ts'
import { fetchPaymentState } from '../../order/payment-api.ts'
import { screenCallHeaders } from '../../order/screen-calls.ts'
import { type ProviderFormProps, reportAttempt, showOpenFailure } from '../provider-attempt.ts'
import { isInApp, openPaymentWindow, redirectToProvider } from '../provider-page.ts'
import { createPopupPayment, type PopupStage } from './popup-payment.ts'

type Options = Pick<ProviderFormProps, 'paymentId' | 'popup' | 'onAttempt' | 'onHint' | 'onAbandoned'>

/** A payment on Yandex Pay's page, for as long as the form is shown. It starts at once when the player has pressed Pay. */
export function useYandexPay(props: Options) {
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
          redirect: (address) => redirectToProvider(paymentId, address),
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

/** @returns Yandex Pay's page URL; null after a failure that was shown to the player. */
async function openPayment(
  paymentId: string,
  { onAttempt, onHint }: Pick<Options, 'onAttempt' | 'onHint'>,
): Promise<string | null> {
  const open = async () => {
    const headers = screenCallHeaders()
    const { data } = await call('POST /payments/yandex-pay/create', { body: { paymentId } }, { headers })
    return { address: data.paymentUrl, providerId: null }
  }
  try {
    return (await reportAttempt(open, onAttempt)).address
  } catch (error) {
    showOpenFailure('yandex-pay', readErrorCode(error), onHint)
    return null
  }
}
