import type { RememberedCard } from '@playhub/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { readErrorCode } from '../../../lib/feedback/load.ts'
import { screenCallHeaders } from '../../order/screen-calls.ts'
import { CheckingPanel, FormFailure } from '../form-parts.tsx'
import { type ProviderFormProps, reportAttempt, showOpenFailure } from '../provider-attempt.ts'
import { redirectToProvider } from '../provider-page.ts'

type Props = ProviderFormProps & {
  card: RememberedCard
  /** The card cannot pay this order: the form is open. */
  onRefused: () => void
}

/** Charges a remembered card once, because the player has pressed Pay. */
export function RememberedCardPayment(props: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  const hasPressed = useRef(false)
  const isMounted = useRef(false)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const press = async () => {
    setHasFailed(false)
    try {
      await pay(latest.current, () => isMounted.current)
    } catch (error) {
      const code = readErrorCode(error)
      if (code !== null && refusals.has(code)) return latest.current.onRefused()
      showOpenFailure(props.card.provider, error, latest.current.onHint)
      setHasFailed(true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one press, one charge
  useEffect(() => {
    isMounted.current = true
    if (!hasPressed.current) void press()
    hasPressed.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return hasFailed ? (
    <FormFailure onRetry={() => void press()} onChangeMethod={props.onChangeMethod} />
  ) : (
    <CheckingPanel />
  )
}

const refusals = new Set(['CARD_REFUSED', 'CARD_NOT_FOUND', 'TOO_MANY_REQUESTS'])

/** @param isWanted  False once the screen shows something else: then nothing is charged any more. */
async function pay(props: Props, isWanted: () => boolean): Promise<void> {
  const { paymentId, card, onAttempt, onHint, onRefused, confirmCharge } = props
  const open = async () => {
    const request = { body: { paymentId, cardId: card.id } }
    const headers = screenCallHeaders()
    return (await call('POST /payments/remembered-cards/pay', request, { headers })).data.result
  }
  const { clientToken } = await reportAttempt(open, (change) => {
    if (isWanted()) onAttempt(change)
  })
  if (clientToken === null) return onHint('processing')
  if (card.provider !== 'stripe') return redirectToProvider(paymentId, clientToken)
  if (!isWanted() || !(await confirmCharge())) return
  const { confirmIntent } = await import('../stripe/confirm-intent.ts')
  if (await confirmIntent(paymentId, clientToken)) onHint('processing')
  else onRefused()
}
