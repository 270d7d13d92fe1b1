import type { TwoFactor, TwoFactorSetup } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { formatDate } from '../../../lib/language/format-date.ts'
import { useReauthentication } from '../../reauthentication/reauthentication.tsx'
import { RowIcon, rowClass } from '../section.tsx'
import { RenewCodes } from './renew-codes.tsx'

const SetupDialog = lazy(() =>
  import('./setup-dialog.tsx').then((loaded) => ({ default: loaded.SetupDialog })),
)

/** Shows whether password logins need a code, with buttons to change it. */
export function TwoFactorRow({ twoFactor }: { twoFactor: TwoFactor }) {
  const { t, i18n } = useTranslation('profile')
  const { addedAt, recoveryCodesLeft } = twoFactor
  return (
    <div className={`surface ${rowClass} ${addedAt === null ? '' : 'flex-wrap'}`}>
      <RowIcon>
        <ShieldCheck size={20} aria-hidden="true" className={addedAt === null ? 'text-soft' : 'text-paid'} />
      </RowIcon>
      <div className={`min-w-0 grow ${addedAt === null ? '' : 'basis-40'}`}>
        <p className="text-15 font-semibold">
          {t(addedAt === null ? 'secondFactor.off' : 'secondFactor.on')}
        </p>
        <p className="text-13 text-pretty text-soft">
          {addedAt === null
            ? t('secondFactor.offText')
            : `${t('secondFactor.since', { date: formatDate(addedAt, i18n.language) })} · ${t('secondFactor.codesLeft', { left: recoveryCodesLeft })}`}
        </p>
      </div>
      {addedAt === null ? (
        <TurnOn />
      ) : (
        <div className="flex flex-wrap gap-2">
          <RenewCodes />
          <TurnOff />
        </div>
      )}
    </div>
  )
}

function TurnOn() {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [isPending, run] = useAction()
  const withReauthentication = useReauthentication()
  const begin = () =>
    run(async () => {
      await withReauthentication(async () =>
        setSetup((await call('POST /me/second-factor/setup')).data.result),
      )
    })
  const close = () => {
    setSetup(null)
    void revalidate()
  }
  return (
    <>
      <Button
        kind="secondary"
        size="small"
        isLoading={isPending}
        aria-label={t('secondFactor.turnOnNamed')}
        onClick={() => void begin()}
      >
        {t('secondFactor.turnOn')}
      </Button>
      {setup && (
        <Suspense fallback={null}>
          <SetupDialog setup={setup} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function TurnOff() {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, run] = useAction()
  const withReauthentication = useReauthentication()
  const close = () => setIsAsking(false)
  const turnOff = () =>
    run(async () => {
      if (
        !(await withReauthentication(async () => void (await call('POST /me/second-factor/remove')), close))
      )
        return
      toast.success(t('secondFactor.turnedOff'))
      close()
      await revalidate()
    })
  return (
    <>
      <Button
        kind="secondary"
        size="small"
        aria-label={t('secondFactor.turnOffNamed')}
        onClick={() => setIsAsking(true)}
      >
        {t('secondFactor.turnOff')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('secondFactor.question')}
        description={t('secondFactor.consequence')}
        confirmLabel={t('secondFactor.turnOff')}
        isDanger
        isLoading={isPending}
        onConfirm={() => void turnOff()}
        onClose={close}
      />
    </>
  )
}
