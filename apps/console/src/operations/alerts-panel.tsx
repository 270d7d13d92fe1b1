import type { AlertWebhook } from '@playhub/contract/operator'
import { alertKinds } from '@playhub/contract/operator/alert-kinds'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { SecretDialog } from '../components/dialogs/secret-dialog.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { useQuote } from '../components/values/use-quote.ts'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { AddAlertDialog } from './add-alert-dialog.tsx'

const loadWebhooks = async () => (await callOperator('GET /alert-webhooks')).data.result
type Change = (webhooks: AlertWebhook[]) => void

/** Webhooks that tell the team what needs a person. Owners alone see them. */
export function AlertsPanel() {
  const { t } = useTranslation('operations')
  const isOwner = useMe().can('alerts.manage')
  const loaded = useLoaded(loadWebhooks, isOwner)
  const [changed, setChanged] = useState<AlertWebhook[]>()
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const webhooks = changed ?? loaded
  if (!isOwner) return null
  return (
    <Panel title={t('alerts.title')}>
      <p className="mb-4 text-13 text-soft">{t('alerts.text')}</p>
      {webhooks?.length === 0 && <p className="mb-4 text-15">{t('alerts.none')}</p>}
      <ul className="mb-4 grid gap-4 empty:hidden">
        {webhooks?.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} onChange={setChanged} />
        ))}
      </ul>
      <Button kind="secondary" size="small" onClick={() => setIsAdding(true)}>
        {t('alerts.add')}
      </Button>
      {isAdding && (
        <AddAlertDialog
          onClose={() => setIsAdding(false)}
          onAdded={(created) => {
            setChanged([...(webhooks ?? []), created.details])
            setSecret(created.secret)
          }}
        />
      )}
      <SecretDialog
        secret={secret}
        onClose={() => setSecret(undefined)}
        title={t('alerts.secretTitle')}
        text={t('alerts.secretText')}
        label={t('alerts.secret')}
      />
    </Panel>
  )
}

function WebhookItem({ webhook, onChange }: { webhook: AlertWebhook; onChange: Change }) {
  const { t } = useTranslation('operations')
  const { id, url } = webhook
  const [saving, setSaving] = useState<AlertWebhook['kinds']>()
  const kinds = saving ?? webhook.kinds
  const [isPending, run] = useAction()
  const toggle = (kind: (typeof alertKinds)[number]) =>
    run(async () => {
      const next = kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]
      setSaving(next)
      const call = callOperator('PUT /alert-webhooks/{id}', { params: { id }, body: { kinds: next } })
      onChange((await call.finally(() => setSaving(undefined))).data.result)
      toast.success(t('alerts.saved'))
    })
  return (
    <li className="rounded-control border border-line px-4 py-3">
      <code className="text-13 wrap-anywhere">{url}</code>
      <LastMessage webhook={webhook} />
      <fieldset disabled={isPending} className="my-2 grid gap-x-4 sm:grid-cols-2">
        <legend className="text-13 text-soft">{t('alerts.kinds')}</legend>
        {alertKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`alerts.kind.${kind}`)}
            checked={kinds.includes(kind)}
            onChange={() => void toggle(kind)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <TestButton id={id} onChange={onChange} />
        <RemoveButton id={id} onChange={onChange} />
      </div>
    </li>
  )
}

function LastMessage({ webhook: { sentAt, status, error } }: { webhook: AlertWebhook }) {
  const { t } = useTranslation('operations')
  const quote = useQuote()
  if (sentAt === null) return <p className="mt-1 text-13 text-soft">{t('alerts.never')}</p>
  const isDelivered = status !== null && status >= 200 && status < 300
  const reason = error ? quote(error) : status === null ? t('alerts.noResponse') : `HTTP ${status}`
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-13">
      <span className="text-soft">
        {t('alerts.last')}: <Instant at={sentAt} />
      </span>
      <StateWord tone={isDelivered ? 'good' : 'bad'}>
        {isDelivered ? t('alerts.delivered') : t('alerts.failed', { reason })}
      </StateWord>
    </p>
  )
}

function TestButton({ id, onChange }: { id: string; onChange: Change }) {
  const { t } = useTranslation('operations')
  const [isPending, run] = useAction()
  const send = () =>
    run(async () => {
      const { result } = (await callOperator('POST /alert-webhooks/{id}/test', { params: { id } })).data
      const { isDelivered, status, error } = result
      const reason = error ?? (status === null ? t('alerts.noResponse') : `HTTP ${status}`)
      if (isDelivered) toast.success(t('alerts.tested'))
      else toast.error(t('alerts.testFailed', { reason }))
      onChange(await loadWebhooks())
    })
  return (
    <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void send()}>
      {t('alerts.test')}
    </Button>
  )
}

function RemoveButton({ id, onChange }: { id: string; onChange: Change }) {
  const { t } = useTranslation('operations')
  const [isOpen, setIsOpen] = useState(false)
  const remove = async (reason: string) => {
    const removed = await callOperator('DELETE /alert-webhooks/{id}', { params: { id }, body: { reason } })
    toast.success(t('alerts.removed'))
    onChange(removed.data.result)
  }
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('alerts.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('alerts.removeTitle')}
        consequence={t('alerts.removeText')}
        confirmLabel={t('alerts.remove')}
        isDanger
        reasonFor={`remove-alert:${id}`}
        onConfirm={({ reason }) => remove(reason)}
      />
    </>
  )
}
