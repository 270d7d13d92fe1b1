import type { OrderStatus } from '@playhub/contract'
import { CircleCheck, CircleX, Clock3, type LucideIcon, OctagonAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'

type ChipProps = { Icon: LucideIcon; colour: string; label: string }

const appearances = {
  pending: { Icon: Clock3, colour: 'text-pending bg-pending/12' },
  paid: { Icon: CircleCheck, colour: 'text-paid bg-paid/12' },
  none: { Icon: CircleX, colour: 'text-fail bg-fail/10' },
  fail: { Icon: OctagonAlert, colour: 'text-fail bg-fail/10' },
} as const satisfies Record<OrderStatus, Omit<ChipProps, 'label'>>

/** A payment's status. */
export function StatusChip({ status, label }: { status: OrderStatus; label?: string }) {
  const { t } = useTranslation()
  return <Chip {...appearances[status]} label={label ?? t(`status.${status}`)} />
}

/** A status as colour, icon and text, because colour alone is not accessible. */
export function Chip({ Icon, colour, label }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex h-7 items-center gap-1.5 rounded-chip px-2.5 text-14 font-semibold whitespace-nowrap',
        colour,
      )}
    >
      <Icon size={15} aria-hidden="true" />
      {label}
    </span>
  )
}
