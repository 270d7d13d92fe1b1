import { type EventCode, eventCodes, type ResultEnvelope } from '@playhub/contract/events'
import { browserApi } from '../lib/browser-api.ts'
import { isEmbedded, postToHost } from '../lib/embedding.ts'
import { readHubContext } from '../lib/hub-context.ts'
import { navigate } from '../lib/navigation.ts'
import type { PaymentResult } from './payment-result.ts'

const codeOf: Record<PaymentResult['status'], EventCode | null> = {
  paid: null,
  pending: null,
  none: eventCodes.PAYMENT_CANCELLED,
  fail: eventCodes.PAYMENT_DECLINED,
}

/** How a payment ended, as games and apps are told. */
export function paymentEnvelope(paymentId: string, { status, purchaseId }: PaymentResult): ResultEnvelope {
  const errorCode = codeOf[status]
  const data = { paymentId, status, purchaseId: purchaseId ?? null }
  return { type: 'PAYMENT_RESULT', data, isError: errorCode !== null, errorCode }
}

/** The end of a payment on a page of its own: whoever opened it is told, else the player goes on from here. */
export async function finishPayment(
  paymentId: string,
  result: PaymentResult,
  language: string,
): Promise<void> {
  const envelope = paymentEnvelope(paymentId, result)
  if (readHubContext().source === 'mobile') {
    navigate(`/payments/done?${new URLSearchParams({ result: JSON.stringify(envelope) })}`)
    return
  }
  if (isEmbedded() && (await tellHost(envelope, result.project))) {
    window.close()
    navigate('/payments/done')
    return
  }
  navigate(nextAddress(result, language))
}

async function tellHost(envelope: ResultEnvelope, project: string | undefined): Promise<boolean> {
  const { projects } = await browserApi.getInitialConfig().catch(() => ({ projects: [] }))
  return postToHost(envelope, projects.find(({ id }) => id === project)?.origins)
}

/** What was paid or may still be stands in the history; what was not leads back to the game. */
function nextAddress({ status, project }: PaymentResult, language: string): string {
  if (status === 'paid' || status === 'pending') return '/transactions'
  return project ? `/games/${language}/${project}/` : `/games/${language}/`
}
