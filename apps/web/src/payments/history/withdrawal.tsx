import type { Transaction } from '@playhub/contract'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { formatDate } from '../../lib/language/format-date.ts'
import { getTimeZone } from './transactions.ts'

type WithdrawalProps = {
  row: Transaction
  withdrawal: NonNullable<Transaction['withdrawal']>
  onChange: (row: Transaction) => void
}

/** True where the withdrawal itself leads to support. */
export const needsSupport = ({ withdrawal }: Transaction): boolean =>
  withdrawal !== undefined && withdrawal.state !== 'open' && withdrawal.state !== 'declared'

/** The two steps of a withdrawal from the contract, or the way to support. */
export function Withdrawal({ row, withdrawal: { state, until }, onChange }: WithdrawalProps) {
  const { t, i18n } = useTranslation('payments')
  const { isPending, take } = useSteps(row.uuid, onChange)
  if (state === 'declared')
    return (
      <Step text={t('withdrawal.question', { item: row.title })}>
        <Button size="small" isLoading={isPending} onClick={() => take('confirm', 'confirmed')}>
          {t('withdrawal.confirm')}
        </Button>
        <Button kind="secondary" size="small" onClick={() => take('keep', 'kept')}>
          {t('withdrawal.keep')}
        </Button>
      </Step>
    )
  if (state === 'open')
    // The last instant of the last day: its end belongs to the next one.
    return (
      <Step text={t('withdrawal.open', { date: formatDate(until - 1, i18n.language) })}>
        <Button
          kind="secondary"
          size="small"
          isLoading={isPending}
          onClick={() => take('declare', 'declared')}
        >
          {t('withdrawal.action')}
        </Button>
      </Step>
    )
  return (
    <Step text={t(state === 'support' ? 'withdrawal.needsSupport' : `withdrawal.${state}`)}>
      <LinkButton href={`/transactions/help/${row.uuid}`} kind="secondary" size="small">
        {t('withdrawal.support')}
      </LinkButton>
    </Step>
  )
}

function useSteps(paymentId: string, onChange: WithdrawalProps['onChange']) {
  const { t } = useTranslation('payments')
  const [isPending, run] = useAction()
  const take = (step: 'declare' | 'confirm' | 'keep', done: 'declared' | 'confirmed' | 'kept') =>
    run(async () => {
      const body = { paymentId, step, timeZone: getTimeZone() }
      onChange((await call('POST /payments/withdraw', { body })).data.result)
      toast.success(t(`withdrawal.${done}`))
    })
  return { isPending, take }
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-15 text-pretty text-soft">{text}</p>
      <div className="flex flex-wrap gap-2 max-md:*:grow">{children}</div>
    </div>
  )
}
