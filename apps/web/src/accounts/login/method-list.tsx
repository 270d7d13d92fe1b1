import type { AuthMethod } from '@playhub/contract/payment-methods'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { OAuthMethod } from '../oauth/flow.ts'
import { MethodIcon } from '../oauth/method-icon.tsx'

/** A button for each provider, which starts an OAuth flow, and a link to the email form. */
export function MethodList(props: {
  methods: AuthMethod[]
  /** The provider being opened; the other buttons are disabled meanwhile. */
  opening: OAuthMethod | null
  onSelect: (method: OAuthMethod) => void
}) {
  const { methods, opening, onSelect } = props
  const kind = methods.length === 1 ? 'primary' : 'secondary'
  return (
    <ul className="grid gap-2">
      {methods.map((method) => (
        <li key={method}>
          {method === 'mail' ? (
            <MailLink kind={kind} opening={opening} />
          ) : (
            <SocialButton method={method} kind={kind} opening={opening} onPress={() => onSelect(method)} />
          )}
        </li>
      ))}
    </ul>
  )
}

export const getButtonId = (method: OAuthMethod) => `log-in-by-${method}`

type Kind = 'primary' | 'secondary'

function MailLink({ kind, opening }: { kind: Kind; opening: OAuthMethod | null }) {
  const { t } = useTranslation('accounts')
  const disabledReason = useDisabledReason(opening)
  const appearance = {
    kind,
    isWide: true,
    className: iconPadding,
    icon: <Icon method="mail" />,
    children: t('method.mail'),
  }
  if (opening) return <Button {...appearance} isDisabled disabledReason={disabledReason} />
  return <LinkButton data-boot {...appearance} href="/session/login/email" />
}

function SocialButton(props: {
  method: OAuthMethod
  kind: Kind
  opening: OAuthMethod | null
  onPress: () => void
}) {
  const { t } = useTranslation('accounts')
  const { method, kind, opening, onPress } = props
  return (
    <Button
      data-boot
      id={getButtonId(method)}
      kind={kind}
      isWide
      className={iconPadding}
      icon={<Icon method={method} />}
      isLoading={opening === method}
      isDisabled={opening !== null && opening !== method}
      disabledReason={useDisabledReason(opening)}
      onClick={onPress}
    >
      {t(`method.${method}`)}
    </Button>
  )
}

function useDisabledReason(opening: OAuthMethod | null): string {
  const { t } = useTranslation('accounts')
  return opening ? t('oauth.opening', { method: t(`methodName.${opening}`) }) : ''
}

/** A centred label would overlap the icon in a narrow frame. */
const iconPadding = 'max-[359px]:ps-11 max-[359px]:pe-2'

/** Aligns the icons in all buttons. */
function Icon({ method }: { method: AuthMethod }) {
  return (
    <span className="absolute start-4">
      <MethodIcon method={method} />
    </span>
  )
}
