import type { AuthMethod } from '@playhub/contract/payment-methods'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageLanguage, useProjectConfig } from '../lib/hooks.ts'
import { toInterfaceLanguage } from '../lib/language.ts'
import type { RouteHandle } from '../lib/page-title.ts'
import { LinkButton } from '../ui/button.tsx'
import { offeredMethods } from './auth-methods.ts'
import { enterAsGuest } from './entrance.ts'
import { returnAddress } from './return-to.ts'
import { OtherWay, SignInCard } from './sign-in-card.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('accounts:chooser.title') }
export const loader = enterAsGuest

/** How would you like to sign in? One button for each way the project allows, and a way past the door. */
export function Component() {
  const { t } = useTranslation('accounts')
  const language = toInterfaceLanguage(usePageLanguage())
  const methods = offeredMethods(useProjectConfig()?.authMethods, language)
  return (
    <SignInCard title={t('chooser.title')} text={t('chooser.text')}>
      {methods.length > 0 ? <MethodList methods={methods} /> : <NoMethods />}
      {methods.includes('mail') && (
        <div className="mt-4 text-15 text-soft">
          <OtherWay question={t('chooser.noAccount')} href="/session/registration">
            {t('chooser.register')}
          </OtherWay>
        </div>
      )}
      <div className="mt-4 border-t border-line pt-4 text-center">
        <LinkButton kind="quiet" isWide href={returnAddress()}>
          {t('chooser.guest')}
        </LinkButton>
        <p className="mt-1 text-13 text-pretty text-soft">{t('chooser.guestNote')}</p>
      </div>
    </SignInCard>
  )
}

function MethodList({ methods }: { methods: AuthMethod[] }) {
  return (
    <ul className="grid gap-2">
      {methods.map((method) => (
        <li key={method}>
          <MethodButton method={method} isMain={methods.length === 1} />
        </li>
      ))}
    </ul>
  )
}

function MethodButton({ method, isMain }: { method: AuthMethod; isMain: boolean }) {
  const { t } = useTranslation('accounts')
  return (
    <LinkButton
      kind={isMain ? 'primary' : 'secondary'}
      size="large"
      isWide
      href={method === 'mail' ? '/session/login/email' : `/passport/${method}`}
      icon={<MethodMark method={method} />}
    >
      {t(`method.${method}`)}
    </LinkButton>
  )
}

function MethodMark({ method }: { method: AuthMethod }) {
  if (method === 'mail') return <Mail size={22} aria-hidden="true" />
  return <img src={`/main_images/marks/${method}.svg`} alt="" width={22} height={22} />
}

function NoMethods() {
  const { t } = useTranslation('accounts')
  return <p className="rounded-control bg-ink-2 px-4 py-3 text-center text-15">{t('chooser.noMethods')}</p>
}
