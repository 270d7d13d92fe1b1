import type { Transaction } from '@playhub/contract'
import { formatMoney } from '@playhub/contract/money'
import { Price } from '@playhub/ui/price.tsx'
import { StatusChip } from '@playhub/ui/status-chip.tsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../lib/language/format-date.ts'
import { getTint } from '../ui/game.ts'
import { ItemThumb } from '../ui/item-art.tsx'

export function OrderCard({ payment }: { payment: Transaction }) {
  const { t, i18n } = useTranslation('support')
  const id = useId()
  const { title, projectName, createTs, status, refundedMinor, ...money } = payment
  return (
    <aside aria-labelledby={id} className="surface p-5 md:p-6">
      <h2 id={id} className="text-13 text-soft">
        {t('order.title')}
      </h2>
      <div className="mt-3 flex items-center gap-3">
        <PaymentThumb payment={payment} />
        <div className="min-w-0">
          <p className="text-18 font-semibold text-pretty">{title}</p>
          <p className="text-13 text-soft">
            {projectName} · {formatDate(createTs, i18n.language)}
          </p>
        </div>
      </div>
      <p className="mt-4 flex flex-wrap items-center justify-between gap-3">
        {money.amountMinor > 0 && <Price money={money} className="text-24 font-bold" />}
        <StatusChip status={status} />
      </p>
      {refundedMinor > 0 && (
        <p className="mt-2 text-13 text-soft">
          {t('order.refunded', {
            sum: formatMoney({ ...money, amountMinor: refundedMinor }, i18n.language),
          })}
        </p>
      )}
      <p className="mt-4 border-t border-line pt-4 text-13 text-pretty text-soft">{t('order.attached')}</p>
    </aside>
  )
}

/** The item on its game's colour. */
export function PaymentThumb({ payment }: { payment: Transaction }) {
  return (
    <span className="tinted shrink-0" style={getTint(payment.cardBackgroundColor)}>
      <ItemThumb src={payment.itemImage} className="size-11" />
    </span>
  )
}

/** @param isNotFound  The payment in the URL does not exist or belongs to another player. */
export function NoOrder({ isNotFound }: { isNotFound: boolean }) {
  const { t } = useTranslation('support')
  return (
    <aside className="surface p-5 text-15 text-pretty text-soft md:p-6">
      <p>{t(isNotFound ? 'order.unknown' : 'order.none')}</p>
      <a
        href="/transactions"
        className="mt-2 inline-flex min-h-11 items-center font-medium text-warm underline underline-offset-3"
      >
        {t('order.transactions')}
      </a>
    </aside>
  )
}
