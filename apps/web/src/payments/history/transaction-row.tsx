import type { Transaction } from '@playhub/contract'
import { formatMoney } from '@playhub/contract/money'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { Price } from '../../ui/price.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { TransactionDetails } from './transaction-details.tsx'
import { formatIsoDate } from './transactions.ts'

/** A row's columns on wide screens, shared with the list's headings. */
export const columns = 'md:grid-cols-[7rem_minmax(0,1fr)_9rem_8rem_1.25rem] md:gap-x-5'

/** A payment: two lines on phones, one on wide screens. A click expands its details. */
export function TransactionRow({ row }: { row: Transaction }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <li className={cx('transition-colors duration-150', isOpen && 'bg-ink-2/60')}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={cx(
          'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3.5 text-start transition-colors duration-150 hover:bg-ink-2 md:px-6 md:py-4',
          'focus-visible:-outline-offset-3',
          columns,
        )}
      >
        <span className="order-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-soft md:order-1 md:text-15">
          <time dateTime={formatIsoDate(row.createTs)} className="numeric whitespace-nowrap">
            {formatIsoDate(row.createTs)}
          </time>
          <span className="contents md:hidden">
            <StatusAndRefund row={row} />
          </span>
        </span>
        <span className="order-1 min-w-0 text-15 font-semibold text-pretty md:order-2">{row.title}</span>
        <span className="order-3 hidden flex-col items-start gap-1 md:flex">
          <StatusAndRefund row={row} />
        </span>
        <Price money={row} className="order-2 justify-self-end text-end text-15 font-semibold md:order-4" />
        <ChevronDown
          size={20}
          aria-hidden="true"
          className={cx(
            'order-4 justify-self-end text-soft transition-[rotate] duration-200 md:order-5',
            isOpen && 'rotate-180',
          )}
        />
      </button>
      <div
        id={id}
        inert={!isOpen}
        className={cx(
          'grid transition-[grid-template-rows,visibility] duration-200 ease-out',
          isOpen ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
        )}
      >
        <div className="min-h-0 overflow-hidden">{isOpen && <TransactionDetails row={row} />}</div>
      </div>
    </li>
  )
}

/** A refunded payment keeps the status "paid", so the refunded sum is shown beside it. */
function StatusAndRefund({ row: { status, refundedMinor, currency } }: { row: Transaction }) {
  const { t, i18n } = useTranslation('payments')
  const refunded = formatMoney({ amountMinor: refundedMinor, currency }, i18n.language)
  return (
    <>
      <StatusChip status={status} />
      {refundedMinor > 0 && (
        <span className="numeric text-13 text-soft">{t('history.refunded', { sum: refunded })}</span>
      )}
    </>
  )
}
