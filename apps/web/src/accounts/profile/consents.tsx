import type { Consent } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { FileCheck } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { useClientConfig } from '../../lib/context/client-config.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { formatDate } from '../../lib/language/format-date.ts'
import { DocumentLink } from '../forms/login-card.tsx'
import { Part, RowIcon, rowClass } from './section.tsx'

/** The player's consents; nothing without any. The hub acts on a withdrawal only where it requires the consent. */
export function Consents({ consents }: { consents: Consent[] }) {
  const { t } = useTranslation('profile')
  const { requiresConsent } = useClientConfig()
  const list = useRef<HTMLUListElement>(null)
  if (consents.length === 0) return null
  return (
    <Part title={t('consents.title')} lead={t('consents.lead')}>
      <ul ref={list} tabIndex={-1} className="surface divide-y divide-line outline-none">
        {consents.map((consent) => (
          <ConsentRow
            key={`${consent.purpose} ${consent.givenAt}`}
            consent={consent}
            isWithdrawable={
              requiresConsent === true && consent.purpose === 'personal-data' && consent.withdrawnAt === null
            }
            onWithdrawn={() => list.current?.focus()}
          />
        ))}
      </ul>
    </Part>
  )
}

function ConsentRow(props: { consent: Consent; isWithdrawable: boolean; onWithdrawn: () => void }) {
  const { purpose, document, givenAt, withdrawnAt } = props.consent
  const { t, i18n } = useTranslation('profile')
  const given = formatDate(givenAt, i18n.language)
  return (
    <li className={rowClass}>
      <RowIcon>
        <FileCheck size={20} aria-hidden="true" className="text-soft" />
      </RowIcon>
      <div className="min-w-0 grow">
        <p className="text-15 font-semibold text-pretty">
          <DocumentLink name={document}>{t(`consents.purpose.${purpose}`)}</DocumentLink>
        </p>
        <p className="text-13 text-pretty text-soft">
          {withdrawnAt === null
            ? t('consents.given', { given })
            : t('consents.withdrawn', { given, withdrawn: formatDate(withdrawnAt, i18n.language) })}
        </p>
      </div>
      {props.isWithdrawable && <WithdrawButton purpose={purpose} onWithdrawn={props.onWithdrawn} />}
    </li>
  )
}

/** @param props.onWithdrawn  Called before the button with the focus is removed. */
function WithdrawButton(props: Pick<Consent, 'purpose'> & { onWithdrawn: () => void }) {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const [isLoading, run] = useAction()
  const withdraw = () =>
    run(async () => {
      await call('POST /me/consents/withdraw', { body: { purpose: props.purpose } })
      setIsAsking(false)
      toast.success(t('consents.done'))
      props.onWithdrawn()
      await revalidate()
    })
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsAsking(true)}>
        {t('consents.withdraw')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('consents.question')}
        description={<Trans t={t} i18nKey="consents.text" components={{ deletion: <DeletionLink /> }} />}
        confirmLabel={t('consents.withdraw')}
        isDanger
        isLoading={isLoading}
        onConfirm={() => void withdraw()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

function DeletionLink({ children }: { children?: ReactNode }) {
  return (
    <a href="/auth/deletion-personal-data" className="text-link">
      {children}
    </a>
  )
}
