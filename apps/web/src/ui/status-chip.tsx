import type { OrderStatus } from '@playhub/contract'
import { CircleCheck, CircleX, Clock3, OctagonAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'

const appearances = {
  pending: { Icon: Clock3, colour: 'text-pending bg-pending/12' },
  paid: { Icon: CircleCheck, colour: 'text-paid bg-paid/12' },
  none: { Icon: CircleX, colour: 'text-fail bg-fail/10' },
  fail: { Icon: OctagonAlert, colour: 'text-fail bg-fail/10' },
} as const satisfies Record<OrderStatus, unknown>

/** The status of a payment, as colour, icon and text: never by colour alone. */
export function StatusChip(props: { status: OrderStatus }) {
  const { t } = useTranslation()
  const { Icon, colour } = appearances[props.status]
  return (
    <span
      className={cx(
        'inline-flex h-7 items-center gap-1.5 rounded-chip px-2.5 text-13 font-semibold whitespace-nowrap',
        colour,
      )}
    >
      <Icon size={15} aria-hidden="true" />
      {t(`status.${props.status}`)}
    </span>
  )
}
