import type { OperatorWebhook } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { type Confirmation, ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { DataTable } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { useQuote } from '../components/values/use-quote.ts'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { usePolling } from '../lib/use-polling.ts'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { WebhookState } from './values.tsx'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  return (await callOperator('GET /webhooks/{id}', { params: { id } })).data.result
}

/** One webhook: what it says, and every try to deliver it. */
export function Component() {
  const { t } = useTranslation('game-servers')
  const webhook = useLoaderData<typeof loader>()
  const me = useMe()
  const columns = useDeliveryColumns()
  const name = me.projects.find(({ id }) => id === webhook.project)?.name ?? webhook.project
  usePolling()
  return (
    <PageFrame
      title={t('webhook.title', { type: webhook.type })}
      mark={<WebhookState state={webhook.state} />}
      back={{ to: `/game-servers/${encodeURIComponent(webhook.project)}/webhooks`, label: name }}
      actions={
        me.can('webhooks.resend', webhook.project) && <ResendButton webhook={webhook} project={name} />
      }
    >
      <div className="grid gap-5">
        <Panel>
          <Facts webhook={webhook} />
        </Panel>
        <Panel title={t('tab.deliveries')}>
          {webhook.deliveries.length === 0 ? (
            <p className="text-15 text-soft">{t('webhook.noDeliveries')}</p>
          ) : (
            <DataTable
              label={t('tab.deliveries')}
              columns={columns}
              rows={webhook.deliveries}
              getKey={({ id }) => id}
            />
          )}
        </Panel>
        <Body body={webhook.body} />
      </div>
    </PageFrame>
  )
}

function Facts({ webhook }: { webhook: OperatorWebhook }) {
  const { t } = useTranslation('game-servers')
  const quote = useQuote()
  const link = 'underline underline-offset-4'
  return (
    <KeyValue
      facts={[
        [t('webhook.id'), <Id key="id" value={webhook.id} />],
        [
          t('webhook.order'),
          <Link key="order" to={`/orders/${webhook.orderId}`} className={link}>
            {t('webhook.openOrder')}
          </Link>,
        ],
        [
          t('webhook.player'),
          <Link key="player" to={`/players/${webhook.playerId}`} className={link}>
            {t('webhook.openPlayer')}
          </Link>,
        ],
        [t('webhooks.createdAt'), <Instant key="created" at={webhook.createdAt} />],
        [
          t('webhook.deliveredAt'),
          webhook.deliveredAt !== null && <Instant key="delivered" at={webhook.deliveredAt} />,
        ],
        [t('webhooks.nextTry'), webhook.nextTryAt !== null && <Instant key="next" at={webhook.nextTryAt} />],
        [t('webhooks.tries'), webhook.attempts],
        [t('webhooks.lastError'), webhook.lastError && quote(webhook.lastError)],
      ]}
    />
  )
}

function Body({ body }: { body: string }) {
  const { t } = useTranslation(['game-servers', 'common'])
  const copy = <CopyButton text={body} label={t('webhook.copyBody')} confirmation={t('common:copied')} />
  return (
    <Panel title={t('webhook.body')} actions={copy}>
      <pre className="max-h-120 overflow-auto text-13 whitespace-pre-wrap wrap-anywhere">{indent(body)}</pre>
    </Panel>
  )
}

/** JSON over several lines; anything else as it is. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function ResendButton({ webhook: { id, type }, project }: { webhook: OperatorWebhook; project: string }) {
  const { t } = useTranslation('game-servers')
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const resend = async ({ reason, idempotencyKey }: Confirmation) => {
    await callOperator('POST /webhooks/{id}/resend', { params: { id }, body: { reason } }, { idempotencyKey })
    toast.success(t('resend.done'))
    await revalidate()
  }
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('resend.action')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('resend.question', { type, project })}
        consequence={t('resend.consequence')}
        confirmLabel={t('resend.action')}
        reasonFor={`resend:${id}`}
        onConfirm={resend}
      />
    </>
  )
}
