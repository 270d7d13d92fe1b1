import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET } from '../model/constants.ts'

/** The key is the whole `whsec_…` text. A forged signature is well made with a key that is not ours. */
export function signEvent(body: string, nowMs: number, isForged: boolean): Record<string, string> {
  const t = Math.floor(nowMs / 1000)
  const key = isForged ? 'whsec_somebody_else' : WEBHOOK_SECRET
  const v1 = createHmac('sha256', key).update(`${t}.${body}`).digest('hex')
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': `t=${t},v1=${v1}`,
  }
}
