import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { readHubContext } from '../../../lib/context/hub-context.ts'
import { codeOf } from '../../../lib/feedback/load.ts'
import { askPayment } from '../../order/payment-api.ts'
import type { CheckoutProps } from '../checkout-props.ts'
import { noteLeaving } from '../leaving.ts'
import { tellOpeningTrouble } from '../provider-attempt.ts'
import { openPaymentWindow } from '../provider-page.ts'
import { createWindowPayment, type WindowStage } from './popup-payment.ts'

/** Paying on Yandex's page, from a press to the server's word. */
export function useYandexPay(props: Pick<CheckoutProps, 'paymentId' | 'onHint' | 'onAbandoned'>) {
  const { paymentId } = props
  const [stage, setStage] = useState<WindowStage>({ name: 'ready' })
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const payment = useMemo(
    () =>
      createWindowPayment(
        {
          openWindow: openPaymentWindow,
          openPayment: () => openPayment(paymentId, latest.current.onHint),
          ask: async () => (await askPayment(paymentId)).status,
          isApp: readHubContext().source === 'mobile',
          leaveFor(address) {
            noteLeaving(paymentId)
            window.location.assign(address)
          },
        },
        {
          stage: setStage,
          left: () => latest.current.onHint('changed'),
          abandoned: () => latest.current.onAbandoned(),
        },
      ),
    [paymentId],
  )
  useEffect(() => payment.stop, [payment])
  return { stage, begin: payment.begin, showWindow: payment.showWindow }
}

async function openPayment(paymentId: string, onHint: CheckoutProps['onHint']): Promise<string | null> {
  try {
    return (await call('POST /payments/yandex-pay/create', { body: { paymentId } })).data.paymentUrl
  } catch (error) {
    tellOpeningTrouble('yandex-pay', codeOf(error), onHint)
    return null
  }
}
