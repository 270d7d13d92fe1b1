import type { Transaction } from '@playhub/contract'
import { formatMoney } from '@playhub/contract/money'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { LifeBuoy, ReceiptText } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReceiptState, useReceipt } from './use-receipt.ts'
import { needsSupport, Withdrawal } from './withdrawal.tsx'

/** The expanded part of a row: payment id, game, method, refund, receipt, a link to support, and the withdrawal. */
export function TransactionDetails(props: { row: Transaction; onChange: (row: Transaction) => void }) {
  const { row } = props
  const { t } = useTranslation('payments')
  const receipt = useReceipt(row.uuid)
  const details = useRef<HTMLDivElement>(null)
  /** The pressed button disappears with its step. */
  const change = (next: Transaction) => {
    details.current?.focus()
    props.onChange(next)
  }
  return (
    <div
      ref={details}
      tabIndex={-1}
      className="mx-4 flex flex-col gap-4 border-t border-line pt-3 pb-4 outline-none md:mx-6 md:pb-5"
    >
      <Facts row={row} />
      <div className="flex flex-wrap gap-2 max-md:*:grow">
        {row.status === 'pending' && (
          <LinkButton href={`/payments/process/${row.uuid}`} size="small">
            {t('history.goOn')}
          </LinkButton>
        )}
        {row.status === 'paid' && (
          <Button
            kind="secondary"
            size="small"
            icon={<ReceiptText size={18} aria-hidden="true" />}
            isLoading={receipt.isPending}
            onClick={receipt.open}
          >
            {t('history.receipt')}
          </Button>
        )}
        {!needsSupport(row) && (
          <LinkButton
            href={`/transactions/help/${row.uuid}`}
            kind="secondary"
            size="small"
            icon={<LifeBuoy size={18} aria-hidden="true" />}
          >
            {t('history.help')}
          </LinkButton>
        )}
      </div>
      <ReceiptStatus state={receipt.state} />
      {row.withdrawal && <Withdrawal row={row} withdrawal={row.withdrawal} onChange={change} />}
    </div>
  )
}

function Facts({ row }: { row: Transaction }) {
  const { t, i18n } = useTranslation('payments')
  const refunded = { amountMinor: row.refundedMinor, currency: row.currency }
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:flex md:flex-wrap md:gap-x-10">
      <Detail name={t('history.id')} isWide>
        <span className="break-all">{row.uuid}</span>
        <CopyButton text={row.uuid} label={t('history.copyId')} confirmation={t('history.idCopied')} />
      </Detail>
      <Detail name={t('history.game')}>{row.projectName}</Detail>
      <Detail name={t('history.method')}>{t('history.debitCard')}</Detail>
      {row.refundedMinor > 0 && (
        <Detail name={t('history.refundedSum')}>{formatMoney(refunded, i18n.language)}</Detail>
      )}
    </dl>
  )
}

function Detail({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-2' : undefined}>
      <dt className="text-13 text-soft">{name}</dt>
      <dd className="flex items-center gap-1 text-15 md:min-h-11">{children}</dd>
    </div>
  )
}

function ReceiptStatus({ state }: { state: ReceiptState }) {
  const { t } = useTranslation('payments')
  return (
    <div role="status" className="text-15 text-soft empty:hidden">
      {state.name === 'waiting' && t('receipt.wait')}
      {state.name === 'notReady' && t('receipt.notYet')}
      {state.name === 'ready' && (
        <p className="flex flex-wrap items-center gap-3">
          {t('receipt.ready')}
          <LinkButton href={state.link} target="_blank" rel="noopener" kind="secondary" size="small">
            {t('receipt.open')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}
