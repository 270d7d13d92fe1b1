import type { Transaction } from '@playhub/contract'
import { LifeBuoy, LoaderCircle, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton, iconButtonClass, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { type ReceiptState, useReceipt } from './use-receipt.ts'

/** The expanded part of a row: payment id, game, method, receipt, and a link to support. */
export function TransactionDetails({ row }: { row: Transaction }) {
  const { t } = useTranslation('payments')
  const receipt = useReceipt(row.uuid)
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 md:px-6 md:pb-5">
      <div className="flex flex-col gap-4 border-t border-line pt-3 md:flex-row md:items-center md:justify-between">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:flex md:flex-wrap md:gap-x-8">
          <Detail name={t('history.id')} isWide>
            <span className="numeric break-all">{row.uuid}</span>
            <CopyButton text={row.uuid} label={t('history.copyId')} confirmation={t('history.idCopied')} />
          </Detail>
          <Detail name={t('history.game')}>{row.projectName}</Detail>
          <Detail name={t('history.method')}>{t('history.debitCard')}</Detail>
        </dl>
        <div className="-ms-3 flex shrink-0 md:ms-0 md:-me-3">
          {row.status === 'paid' && (
            <IconButton
              label={t('history.receipt')}
              onClick={receipt.open}
              aria-busy={receipt.isPending || undefined}
            >
              {receipt.isPending ? (
                <LoaderCircle size={20} aria-hidden="true" className="animate-spin" />
              ) : (
                <ReceiptText size={20} aria-hidden="true" />
              )}
            </IconButton>
          )}
          <a
            href={`/transactions/help/${row.uuid}`}
            aria-label={t('history.help')}
            title={t('history.help')}
            className={iconButtonClass}
          >
            <LifeBuoy size={20} aria-hidden="true" />
          </a>
        </div>
      </div>
      {row.status === 'pending' && (
        <LinkButton
          href={`/payments/process/${row.uuid}`}
          kind="secondary"
          size="small"
          className="self-start"
        >
          {t('history.goOn')}
        </LinkButton>
      )}
      <ReceiptStatus state={receipt.state} />
    </div>
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
