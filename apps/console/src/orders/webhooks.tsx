import type { Delivery, OperatorOrder, OperatorWebhook } from '@playhub/contract/operator'
import type { ButtonKind } from '@playhub/ui/button.tsx'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { Section } from '../components/layout/section.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { useQuote } from '../components/values/use-quote.ts'
import { callOperator } from '../lib/api.ts'
import { shortenId } from '../lib/format.ts'
import { useMe, useProjectNames } from '../lib/me.ts'

const tones: Record<OperatorWebhook['state'], StateTone> = {
  waiting: 'waiting',
  delivered: 'good',
  dead: 'bad',
}

/** The order's webhooks, each with every delivery of the last 30 days. */
export function Webhooks({ webhooks }: Pick<OperatorOrder, 'webhooks'>) {
  const { t } = useTranslation('orders')
  return (
    <Section title={t('webhooks.title')} empty={t('webhooks.empty')}>
      {webhooks.length > 0 && (
        <ul className="grid gap-5">
          {webhooks.map((webhook) => (
            <li key={webhook.id} className="border-t border-line pt-2">
              <WebhookHead webhook={webhook} />
              <Deliveries webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function WebhookHead({ webhook }: { webhook: OperatorWebhook }) {
  const { t } = useTranslation('orders')
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 text-15">
      <code className="font-mono text-13">{webhook.type}</code>
      <Id value={webhook.id} />
      <StateWord tone={tones[webhook.state]}>{t(`webhooks.${webhook.state}`)}</StateWord>
      <span className="text-soft">{t('webhooks.tries', { count: webhook.attempts })}</span>
      {webhook.nextTryAt !== null && (
        <span className="text-soft">
          {t('webhooks.next')}: <Instant at={webhook.nextTryAt} />
        </span>
      )}
      {webhook.state === 'delivered' && (
        <span className="ms-auto">
          <ResendWebhook webhook={webhook} kind="quiet" />
        </span>
      )}
    </div>
  )
}

/** Nothing for operators who may not resend. */
export function ResendWebhook({ webhook, kind }: { webhook: OperatorWebhook; kind: ButtonKind }) {
  const { t } = useTranslation('orders')
  const me = useMe()
  const nameProject = useProjectNames()
  if (!me.can('webhooks.resend', webhook.project)) return null
  return (
    <ActionButton
      label={t('webhooks.resend')}
      reasonFor={`resend:${webhook.id}`}
      kind={kind}
      icon={<Send size={16} aria-hidden="true" />}
      title={t('webhooks.resendTitle', { project: nameProject(webhook.project) })}
      consequence={t('webhooks.resendText')}
      onConfirm={async ({ reason, idempotencyKey }) => {
        const request = { params: { id: webhook.id }, body: { reason } }
        await callOperator('POST /webhooks/{id}/resend', request, { idempotencyKey })
        return t('webhooks.resent')
      }}
    />
  )
}

function Deliveries({ webhook }: { webhook: OperatorOrder['webhooks'][number] }) {
  const { t } = useTranslation('orders')
  const columns = useDeliveryColumns()
  if (webhook.deliveries.length === 0)
    return <p className="py-2 text-15 text-soft">{t('webhooks.noDeliveries')}</p>
  return (
    <DataTable
      label={t('webhooks.deliveries', { id: shortenId(webhook.id) })}
      columns={columns}
      rows={webhook.deliveries}
      getKey={({ id }) => id}
    />
  )
}

function useDeliveryColumns(): Column<Delivery>[] {
  const { t, i18n } = useTranslation('orders')
  return [
    {
      key: 'at',
      label: t('webhooks.at'),
      cell: (row) => <Instant at={row.at} />,
      card: 'title',
    },
    {
      key: 'response',
      label: t('webhooks.response'),
      cell: (row) => <DeliveryResponse delivery={row} />,
      card: 'detail',
    },
    { key: 'origin', label: t('webhooks.origin'), cell: (row) => t(`webhooks.${row.origin}`), card: 'end' },
    {
      key: 'duration',
      label: t('webhooks.duration'),
      cell: (row) => formatDuration(row.durationMs, i18n.language),
      isNumeric: true,
      card: 'detail-end',
    },
  ]
}

/** The status, and what the game said when it refused. */
function DeliveryResponse({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('orders')
  const quote = useQuote()
  const { status, error, response } = delivery
  const isDelivered = status !== null && status >= 200 && status < 300
  return (
    <div className="grid gap-1">
      <span className="inline-flex flex-wrap gap-x-2">
        <StateWord tone={isDelivered ? 'good' : 'bad'}>
          {status === null ? t('webhooks.none') : `HTTP ${status}`}
        </StateWord>
        {error && <span className="text-soft">{quote(error)}</span>}
      </span>
      {response && (
        <details>
          <summary className="inline-block py-1 text-13 text-soft underline underline-offset-2 hover:text-text">
            {t('webhooks.body')}
          </summary>
          <pre className="mt-1 max-h-60 overflow-auto rounded-md border border-line bg-ink-0 p-2 font-mono text-13 whitespace-pre-wrap">
            {response}
          </pre>
        </details>
      )}
    </div>
  )
}

/** "312 ms", "10 s" */
function formatDuration(durationMs: number, language: string): string {
  const [value, unit] = durationMs < 1000 ? [durationMs, 'millisecond'] : [durationMs / 1000, 'second']
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value)
}
