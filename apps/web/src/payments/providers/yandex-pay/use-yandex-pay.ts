import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { readHubContext } from '../../../lib/context/hub-context.ts'
import { codeOf } from '../../../lib/feedback/load.ts'
import { isSignedIn } from '../../../lib/player/player.ts'
import { fetchPaymentState } from '../../order/payment-api.ts'
import { type ProviderFormProps, showOpenFailure } from '../provider-attempt.ts'
import { openPaymentWindow, redirectToProvider } from '../provider-page.ts'
import { createPopupPayment, type PopupStage } from './popup-payment.ts'

/** A payment on Yandex Pay's page, for as long as the form is shown. */
export function useYandexPay(props: Pick<ProviderFormProps, 'paymentId' | 'onHint' | 'onAbandoned'>) {
  const { paymentId } = props
  const [stage, setStage] = useState<PopupStage>({ name: 'ready' })
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const payment = useMemo(
    () =>
      createPopupPayment(
        {
          openWindow: openPaymentWindow,
          openPayment: () => openPayment(paymentId, latest.current.onHint),
          fetchStatus: async () => (await fetchPaymentState(paymentId)).status,
          isApp: readHubContext().source === 'mobile',
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
  // A player who has to sign in again does so while the payment goes on in the popup.
  useEffect(() => () => (isSignedIn() ? payment.stop() : payment.release()), [payment])
  return { stage, start: payment.start, showWindow: payment.showWindow }
}

async function openPayment(paymentId: string, onHint: ProviderFormProps['onHint']): Promise<string | null> {
  try {
    return (await call('POST /payments/yandex-pay/create', { body: { paymentId } })).data.paymentUrl
  } catch (error) {
    showOpenFailure('yandex-pay', codeOf(error), onHint)
    return null
  }
}
