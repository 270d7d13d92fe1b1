import { currencies } from '@playhub/contract/money'
import type { OperatorDispute } from '@playhub/contract/operator'
import { nameDisputeReason } from '@playhub/contract/operator/sentences/dispute-reasons'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Instant } from '../components/values/instant.tsx'
import { Money } from '../components/values/money.tsx'
import { toLanguage } from '../components/values/sentences.ts'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { useNow } from '../lib/use-now.ts'

/** A deadline this close is marked. */
const URGENT_MS = 48 * 3_600_000
const tones: Record<OperatorDispute['state'], StateTone> = { open: 'waiting', won: 'good', lost: 'bad' }

export function DisputeState({ state }: { state: OperatorDispute['state'] }) {
  const { t } = useTranslation('orders')
  return <StateWord tone={tones[state]}>{t(`dispute.${state}`)}</StateWord>
}

/** When evidence must be at the provider. The last 48 hours are marked. */
export function Deadline({ dispute }: { dispute: Pick<OperatorDispute, 'state' | 'dueBy'> }) {
  const { t } = useTranslation('orders')
  const now = useNow()
  const { state, dueBy } = dispute
  if (dueBy === null) return <span className="text-soft">{t('dispute.noDeadline')}</span>
  if (state !== 'open' || dueBy - now > URGENT_MS) return <Instant at={dueBy} />
  return (
    <span className="inline-flex items-center gap-1.5">
      <CircleAlert size={15} aria-hidden="true" className="shrink-0 text-fail" />
      <span className="font-medium text-fail">
        {dueBy < now && `${t('dispute.overdue')}: `}
        <Instant at={dueBy} />
      </span>
    </span>
  )
}

/** Banks dispute in currencies the hub does not sell in. */
export function DisputeAmount({ dispute }: { dispute: Pick<OperatorDispute, 'amountMinor' | 'currency'> }) {
  const currency = currencies.find((known) => known === dispute.currency)
  if (!currency) return <span className="numeric">{`${dispute.amountMinor / 100} ${dispute.currency}`}</span>
  return <Money money={{ amountMinor: dispute.amountMinor, currency }} />
}

/** The bank's reason, in the operator's language. */
export function useReasonName(): (code: string) => string {
  const language = toLanguage(useTranslation().i18n.language)
  return (code) => nameDisputeReason(code, language)
}
