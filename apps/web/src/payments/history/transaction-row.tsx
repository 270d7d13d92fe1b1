import type { Transaction } from '@playhub/contract'
import { formatMoney } from '@playhub/contract/money'
import { cx } from '@playhub/ui/cx.ts'
import { Price } from '@playhub/ui/price.tsx'
import { Chip, StatusChip } from '@playhub/ui/status-chip.tsx'
import { ChevronDown, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getTint } from '../../ui/game.ts'
import { ItemThumb } from '../../ui/item-art.tsx'
import { TransactionDetails } from './transaction-details.tsx'
import { formatIsoDate } from './transactions.ts'

/** A row's columns on wide screens, shared with the list's headings. */
export const columns =
  'md:grid-cols-[6.5rem_2.75rem_minmax(0,1fr)_9rem_6rem_1.25rem] md:gap-x-4 lg:grid-cols-[6.5rem_2.75rem_minmax(0,1fr)_15rem_7rem_1.25rem]'

/** A payment: the item with its date and status below on phones, one line on wide screens. Below it stands what the status does not say; a click expands the details. */
export function TransactionRow(props: { row: Transaction; isInitiallyOpen: boolean }) {
  const [row, setRow] = useState(props.row)
  const [isOpen, setIsOpen] = useState(props.isInitiallyOpen)
  const id = useId()
  return (
    <li
      className={cx('tinted transition-colors duration-150', isOpen && 'bg-ink-2/60')}
      style={getTint(row.cardBackgroundColor)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={cx(
          'grid w-full grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-3.5 text-start transition-colors duration-150 hover:bg-ink-2 md:px-6 md:py-3',
          'focus-visible:-outline-offset-3',
          columns,
        )}
      >
        <Summary row={row} />
        <ChevronDown
          size={20}
          aria-hidden="true"
          className={cx(
            'col-start-3 row-start-2 justify-self-end text-soft transition-[rotate] duration-200 md:col-start-6 md:row-start-1',
            isOpen && 'rotate-180',
          )}
        />
      </button>
      {row.explanation !== undefined && (
        <p className="-mt-1 pe-4 pb-3.5 ps-18 text-14 text-pretty text-soft md:pe-6 md:ps-51">
          {row.explanation}
        </p>
      )}
      <div
        id={id}
        inert={!isOpen}
        className={cx(
          'grid transition-[grid-template-rows,visibility] duration-200 ease-out',
          isOpen ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
        )}
      >
        <div className="min-h-0 overflow-hidden">
          {isOpen && <TransactionDetails row={row} onChange={setRow} />}
        </div>
      </div>
    </li>
  )
}

/** The cells of the row, in reading order. */
function Summary({ row }: { row: Transaction }) {
  const date = formatIsoDate(row.createTs)
  return (
    <>
      <ItemThumb
        src={row.itemImage}
        className="col-start-1 row-span-2 row-start-1 size-11 self-start md:col-start-2 md:row-span-1 md:self-center"
      />
      <span className="col-start-2 row-start-1 min-w-0 md:col-start-3">
        <span className="block text-15 font-semibold text-pretty">{row.title}</span>
        <span className="block text-13 text-soft">{row.projectName}</span>
      </span>
      <span className="col-span-2 col-start-2 row-start-2 flex flex-wrap pe-7 items-center gap-x-3 gap-y-1.5 md:contents">
        <time
          dateTime={date}
          className="numeric text-13 whitespace-nowrap text-soft md:col-start-1 md:row-start-1 md:text-15"
        >
          {date}
        </time>
        <span className="flex flex-wrap gap-1.5 md:col-start-4 md:row-start-1">
          <StatusChip status={row.status} />
          <RefundChip row={row} />
        </span>
      </span>
      <Price
        money={row}
        className="numeric col-start-3 row-start-1 self-start justify-self-end text-15 font-semibold md:col-start-5 md:self-center"
      />
    </>
  )
}

/** A refunded payment keeps the status "paid". The chip of a part names the sum. */
function RefundChip({ row: { refundedMinor, amountMinor, currency } }: { row: Transaction }) {
  const { t, i18n } = useTranslation('payments')
  if (refundedMinor === 0) return null
  const sum = formatMoney({ amountMinor: refundedMinor, currency }, i18n.language)
  const label = refundedMinor < amountMinor ? t('history.refundedPart', { sum }) : t('history.refunded')
  return <Chip Icon={Undo2} colour="text-cool bg-cool/12" label={label} />
}
