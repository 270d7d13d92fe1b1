import type { AuthMethod } from '@playhub/contract/payment-methods'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { Fingerprint } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OAuthMethod } from '../oauth/flow.ts'
import { MethodIcon } from '../oauth/method-icon.tsx'
import { arrangeMethods, useLastMethod } from './last-method.ts'
import { usePasskeyLogin } from './use-passkey-login.ts'

type Choice = {
  /** The provider being opened; the other buttons are disabled meanwhile. */
  opening: OAuthMethod | null
  onSelect: (method: OAuthMethod) => void
}

/** The last used method and two likely ones as wide buttons, the others as icons with their names, and passkeys. */
export function MethodList({ methods, ...choice }: Choice & { methods: AuthMethod[] }) {
  const last = useLastMethod()
  const { wide, icons } = arrangeMethods(methods, last)
  const kind = methods.length === 1 ? 'primary' : 'secondary'
  return (
    <div className={cx('login-methods grid gap-2', last && 'is-arranged')}>
      <ul className="grid gap-2">
        {wide.map((method) => (
          <li key={method} className="relative">
            {method === 'mail' ? (
              <MailLink kind={kind} opening={choice.opening} />
            ) : (
              <SocialButton method={method} kind={kind} {...choice} />
            )}
            {method === last && <LastUsed />}
          </li>
        ))}
      </ul>
      {icons.length > 0 && (
        <ul className="grid grid-cols-4 gap-2 max-[359px]:grid-cols-2">
          {icons.map((method) => (
            <li key={method}>
              {method !== 'mail' && <SocialButton method={method} kind="secondary" isIcon {...choice} />}
            </li>
          ))}
        </ul>
      )}
      <PasskeyButton opening={choice.opening} />
    </div>
  )
}

export const getButtonId = (method: OAuthMethod) => `log-in-by-${method}`

type Kind = 'primary' | 'secondary'

/** Lies beside the button, so the button keeps its name. */
function LastUsed() {
  const { t } = useTranslation('accounts')
  return (
    <span className="pointer-events-none absolute end-3 -top-2 rounded-chip bg-ink-3 px-2 text-13 text-warm">
      {t('chooser.lastUsed')}
    </span>
  )
}

function MailLink({ kind, opening }: { kind: Kind; opening: OAuthMethod | null }) {
  const { t } = useTranslation('accounts')
  const disabledReason = useDisabledReason(opening)
  const appearance = {
    kind,
    isWide: true,
    className: iconPadding,
    icon: (
      <Icon>
        <MethodIcon method="mail" />
      </Icon>
    ),
    children: t('method.mail'),
  }
  if (opening) return <Button {...appearance} isDisabled disabledReason={disabledReason} />
  return <LinkButton data-boot {...appearance} href="/session/login/email" />
}

function SocialButton(props: Choice & { method: OAuthMethod; kind: Kind; isIcon?: boolean }) {
  const { t } = useTranslation('accounts')
  const { method, kind, opening, onSelect, isIcon } = props
  const icon = <MethodIcon method={method} />
  return (
    <Button
      data-boot
      id={getButtonId(method)}
      kind={kind}
      isWide
      className={isIcon ? iconButton : iconPadding}
      icon={isIcon ? undefined : <Icon>{icon}</Icon>}
      isLoading={opening === method}
      isDisabled={opening !== null && opening !== method}
      disabledReason={useDisabledReason(opening)}
      aria-label={t(`method.${method}`)}
      onClick={() => onSelect(method)}
    >
      {isIcon ? <NamedIcon icon={icon} name={t(`methodName.${method}`)} /> : t(`method.${method}`)}
    </Button>
  )
}

/** Keeps its place until the page knows whether passkeys work here. */
function PasskeyButton({ opening }: { opening: OAuthMethod | null }) {
  const { t } = useTranslation('accounts')
  const { isOffered, isPending, begin } = usePasskeyLogin({ offersAutofill: false })
  return (
    <Button
      kind="secondary"
      isWide
      className={cx(iconPadding, !isOffered && 'invisible')}
      icon={
        <Icon>
          <Fingerprint size={22} aria-hidden="true" />
        </Icon>
      }
      isLoading={isPending}
      isDisabled={opening !== null}
      disabledReason={useDisabledReason(opening)}
      onClick={begin}
    >
      {t('passkey.login')}
    </Button>
  )
}

function NamedIcon({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span className="flex flex-col items-center gap-1.5">
      {icon}
      {name}
    </span>
  )
}

function useDisabledReason(opening: OAuthMethod | null): string {
  const { t } = useTranslation('accounts')
  return opening ? t('oauth.opening', { method: t(`methodName.${opening}`) }) : ''
}

const iconButton = 'min-h-17! px-1! text-13! font-medium!'

/** A centred label would overlap the icon in a narrow frame. */
const iconPadding = 'max-[359px]:ps-11 max-[359px]:pe-2'

/** Aligns the icons in all buttons. */
function Icon({ children }: { children: ReactNode }) {
  return <span className="absolute start-4">{children}</span>
}
