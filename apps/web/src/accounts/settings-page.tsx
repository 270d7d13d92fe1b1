import type { Me } from '@playhub/contract'
import { LogOut, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData, useLocation } from 'react-router'
import { call } from '../lib/api.ts'
import { requirePlayer } from '../lib/guards.ts'
import { usePageLanguage } from '../lib/hooks.ts'
import { addressInLanguage, languageNames, toInterfaceLanguage } from '../lib/language.ts'
import { navigate } from '../lib/navigation.ts'
import type { RouteHandle } from '../lib/page-title.ts'
import { signOut } from '../lib/player.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { toast } from '../ui/toast.ts'
import { ReceiptEmailForm } from './receipt-email-form.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('accounts:settings.title') }

export async function loader(): Promise<Me> {
  requirePlayer()
  return (await call('GET /me')).data.result
}

/** What the hub knows about the player, and what they may change. */
export function Component() {
  const { t } = useTranslation('accounts')
  const me = useLoaderData<typeof loader>()
  return (
    <main id="content" className="room flex max-w-2xl grow flex-col gap-4 py-8 md:py-12">
      <h1 tabIndex={-1} className="display text-24 md:text-34">
        {t('settings.title')}
      </h1>
      <AccountFacts me={me} />
      <Card>
        <ReceiptEmailForm email={me.receiptEmail ?? me.email ?? ''} />
      </Card>
      <LanguageChoice />
      <Leaving />
    </main>
  )
}

function AccountFacts({ me }: { me: Me }) {
  const { t, i18n } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const since = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(me.createdAt)
  return (
    <Card>
      <dl className="grid gap-4 md:grid-cols-2">
        <Fact name={t('settings.nickName')}>{me.nickName}</Fact>
        {me.email && <Fact name={t('field.email')}>{me.email}</Fact>}
        <Fact name={t('settings.authType')}>{t(`methodName.${me.currentAuthType}`)}</Fact>
        <Fact name={t('settings.since')}>{since}</Fact>
        <Fact name={t('settings.id')} isWide>
          <span className="figures min-w-0 break-all">{me.userId}</span>
          <CopyButton
            text={me.userId}
            label={common('header.copyId')}
            confirmation={common('header.idCopied')}
          />
        </Fact>
      </dl>
    </Card>
  )
}

function Fact(props: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={props.isWide ? 'md:col-span-2' : undefined}>
      <dt className="text-13 text-soft">{props.name}</dt>
      <dd className="flex min-h-7 items-center gap-1 text-15 break-words">{props.children}</dd>
    </div>
  )
}

function LanguageChoice() {
  const { t } = useTranslation('accounts')
  const { pathname, search } = useLocation()
  const current = toInterfaceLanguage(usePageLanguage())
  return (
    <Card>
      <h2 className="text-15 font-medium">{t('settings.language')}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {(['ru', 'en'] as const).map((choice) => (
          <li key={choice}>
            <a
              href={addressInLanguage(pathname, search, choice)}
              lang={choice}
              hrefLang={choice}
              data-language={choice}
              data-replace
              aria-current={choice === current ? 'true' : undefined}
              className={`${buttonLook('secondary', 'small')} aria-[current=true]:border-warm aria-[current=true]:text-warm`}
            >
              {languageNames[choice]}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Leaving() {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const leave = async () => {
    await signOut()
    toast.success(common('header.signedOut'))
    navigate('/')
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button kind="secondary" icon={<LogOut size={18} aria-hidden="true" />} onClick={leave}>
        {common('header.signOut')}
      </Button>
      <a href="/auth/deletion-personal-data" className={buttonLook('quiet')}>
        <Trash2 size={18} aria-hidden="true" />
        {t('settings.deletion')}
      </a>
    </div>
  )
}
