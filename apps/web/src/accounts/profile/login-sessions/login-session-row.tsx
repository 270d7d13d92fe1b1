import type { LoginSession } from '@playhub/contract'
import { parseUserAgent } from '@playhub/contract/user-agent'
import { Button } from '@playhub/ui/button.tsx'
import { CircleCheck, Monitor, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { RowIcon, rowClass } from '../section.tsx'
import { useDeviceName } from './device-name.ts'
import { formatLastSeen } from './format-last-seen.ts'

const icons = { phone: Smartphone, tablet: Tablet, computer: Monitor }

/** A login session: device, login method and last use. */
export function LoginSessionRow(props: {
  session: LoginSession
  onEnd: (session: LoginSession) => Promise<void>
}) {
  const { session, onEnd } = props
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const [isEnding, run] = useAction()
  const [isEnded, setIsEnded] = useState(false)
  const device = parseUserAgent(session.userAgent)
  const Icon = device.kind ? icons[device.kind] : MonitorSmartphone
  const name = useDeviceName(device) ?? t('devices.unknown')
  const end = () =>
    run(async () => {
      await onEnd(session)
      setIsEnded(true)
    })
  return (
    <li className={rowClass}>
      <RowIcon>
        <Icon size={20} aria-hidden="true" className={session.isCurrent ? 'text-paid' : 'text-soft'} />
      </RowIcon>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-15 font-semibold wrap-anywhere">
          {name}
          {session.isCurrent && <CurrentChip />}
        </p>
        <Details session={session} />
      </div>
      <Button
        kind="quiet"
        size="small"
        isLoading={isEnding || isEnded}
        aria-label={session.isCurrent ? undefined : t('devices.endNamed', { device: name })}
        onClick={() => void end()}
      >
        {session.isCurrent ? common('header.signOut') : t('devices.end')}
      </Button>
    </li>
  )
}

function CurrentChip() {
  const { t } = useTranslation('profile')
  return (
    <span className="inline-flex h-6 items-center gap-1 rounded-chip bg-paid/12 px-2 text-14 font-semibold text-paid">
      <CircleCheck size={14} aria-hidden="true" />
      {t('devices.current')}
    </span>
  )
}

function Details({ session }: { session: LoginSession }) {
  const { t, i18n } = useTranslation('profile')
  const { t: accounts } = useTranslation('accounts')
  const when = formatLastSeen(session.lastSeenAt, Date.now(), i18n.language)
  const seen = when ? t('devices.seen', { when }) : t('devices.recently')
  return (
    <p className="text-13 text-soft">
      {[accounts(`methodName.${session.authType}`), session.isCurrent ? t('devices.now') : seen].join(' · ')}
    </p>
  )
}
