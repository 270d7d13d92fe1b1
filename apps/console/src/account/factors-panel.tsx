import type { TwoFactorMethodList } from '@playhub/contract/operator'
import { parseUserAgent } from '@playhub/contract/user-agent'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { ActionRow } from '../components/layout/action-row.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { arePasskeysOffered, createPasskey, PasskeyCancelled } from '../lib/passkeys.ts'
import { showError, useAction } from '../lib/use-action.ts'
import { AppDialog, type NewApp } from './app-dialog.tsx'

/** The operator's app and passkeys. The hub keeps the last one. */
export function FactorsPanel({ factors }: { factors: TwoFactorMethodList }) {
  const { t } = useTranslation('account')
  return (
    <Panel title={t('factors.title')}>
      <p className="mb-4 text-13 text-soft">{t('factors.text')}</p>
      <AppRow appAddedAt={factors.appAddedAt} />
      {factors.passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
      {arePasskeysOffered() && <AddPasskeyButton />}
    </Panel>
  )
}

function AppRow({ appAddedAt }: Pick<TwoFactorMethodList, 'appAddedAt'>) {
  const { t } = useTranslation('account')
  const [app, setApp] = useState<NewApp>()
  const [isPending, run] = useAction()
  const start = () => run(async () => setApp((await callOperator('POST /session/app')).data.result))
  const isAdded = appAddedAt !== null
  return (
    <ActionRow
      title={t('factors.app')}
      text={
        isAdded ? (
          <>
            {t('factors.appAdded')} <Instant at={appAddedAt} />
          </>
        ) : (
          t('factors.appMissing')
        )
      }
    >
      <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void start()}>
        {t(isAdded ? 'factors.replaceApp' : 'factors.addApp')}
      </Button>
      {isAdded && (
        <RemoveButton question={t('factors.removeApp')} remove={() => callOperator('DELETE /session/app')} />
      )}
      <AppDialog app={app} onClose={() => setApp(undefined)} />
    </ActionRow>
  )
}

function PasskeyRow({
  passkey: { id, name, lastUsedAt },
}: {
  passkey: TwoFactorMethodList['passkeys'][number]
}) {
  const { t } = useTranslation('account')
  return (
    <ActionRow
      title={`${t('factors.passkey')}: ${name}`}
      text={
        lastUsedAt === null ? (
          t('factors.unused')
        ) : (
          <>
            {t('factors.lastUsed')} <Instant at={lastUsedAt} />
          </>
        )
      }
    >
      <RemoveButton
        question={t('factors.removePasskey', { name })}
        remove={() => callOperator('DELETE /session/passkeys/{id}', { params: { id } })}
      />
    </ActionRow>
  )
}

function AddPasskeyButton() {
  const { t } = useTranslation(['account', 'common'])
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction((error) => {
    if (!(error instanceof PasskeyCancelled)) showError(error)
  })
  const { browser, system } = parseUserAgent(navigator.userAgent)
  const parts = [browser && t(`common:device.${browser}`), system && t(`common:device.${system}`)]
  const name = parts.filter(Boolean).join(', ') || t('factors.passkey')
  const add = () =>
    run(async () => {
      const options = (await callOperator('POST /session/passkeys/options')).data.result
      const passkey = await createPasskey(options)
      await callOperator('POST /session/passkeys', { body: { name, passkey } })
      toast.success(t('factors.passkeyDone'))
      await revalidate()
    })
  return (
    <ActionRow title={t('factors.passkeys')} text={t('factors.passkeysText')}>
      <Button
        kind="secondary"
        size="small"
        icon={<KeyRound size={16} aria-hidden="true" />}
        isLoading={isPending}
        onClick={() => void add()}
      >
        {t('factors.addPasskey')}
      </Button>
    </ActionRow>
  )
}

function RemoveButton({ question, remove }: { question: string; remove: () => Promise<unknown> }) {
  const { t } = useTranslation('account')
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('factors.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={question}
        consequence={t('factors.removeConsequence')}
        confirmLabel={t('factors.remove')}
        isDanger
        onConfirm={async () => {
          await remove()
          toast.success(t('factors.removed'))
          await revalidate()
        }}
      />
    </>
  )
}
