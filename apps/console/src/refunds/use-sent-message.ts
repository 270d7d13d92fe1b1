import type { OperatorRefund } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../lib/format.ts'
import { useMe } from '../lib/me.ts'

/** Says that a refund is on its way, or when it is sent. */
export function useSentMessage(): (refund: OperatorRefund) => string {
  const { t, i18n } = useTranslation('orders')
  const { timeZone } = useMe()
  return ({ heldUntil }) =>
    heldUntil === null
      ? t('refund.sent')
      : t('refund.heldSent', { time: formatInstant(heldUntil, Date.now(), i18n.language, timeZone) })
}
