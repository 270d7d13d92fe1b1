import { LinkButton } from '@playhub/ui/button.tsx'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useInitialConfig } from '../lib/context/page-context.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { usePlayer } from '../lib/player/player.ts'
import { LoginCard } from './forms/login-card.tsx'

export const handle: RouteHandle = { title: (messages) => messages.t('accounts:deletion.title') }

/** Requests personal data deletion: a prepared email to support. */
export function Component() {
  const { t } = useTranslation('accounts')
  const { supportEmail } = useInitialConfig()
  const player = usePlayer()
  const body =
    player.kind === 'player' ? t('deletion.body', { id: player.userId }) : t('deletion.bodyOfGuest')
  return (
    <LoginCard title={t('deletion.title')} text={t('deletion.text')}>
      <LinkButton
        size="large"
        isWide
        icon={<Mail size={20} aria-hidden="true" />}
        href={mailTo(supportEmail, t('deletion.subject'), body)}
      >
        {t('deletion.action')}
      </LinkButton>
      <p className="mt-4 text-center text-13 text-soft">{t('deletion.address', { email: supportEmail })}</p>
      {player.kind === 'player' && <SettingsHint />}
    </LoginCard>
  )
}

/** A logged-in player can delete the account in the settings. */
function SettingsHint() {
  const { t } = useTranslation('accounts')
  return (
    <p className="mt-4 border-t border-line pt-4 text-center text-15 text-pretty text-soft">
      <Trans t={t} i18nKey="deletion.own" components={{ settings: <DeletionLink /> }} />
    </p>
  )
}

function DeletionLink({ children }: { children?: ReactNode }) {
  return (
    <a href="/settings?ask=deletion" className="text-link">
      {children}
    </a>
  )
}

/** `mailto:` needs percent-encoding; URLSearchParams would encode spaces as plus signs. */
function mailTo(email: string, subject: string, body: string): string {
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
