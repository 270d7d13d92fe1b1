import type { AuthMethod } from '@playhub/contract/payment-methods'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { SocialMethod } from '../oauth/flow.ts'
import { MethodMark } from '../oauth/method-icon.tsx'

/** One button for each way in. A provider's starts a flow; mail has a page of its own. */
export function MethodList(props: {
  methods: AuthMethod[]
  /** The way that is being opened; the others rest meanwhile. */
  opening: SocialMethod | null
  onSocial: (method: SocialMethod) => void
}) {
  const { methods, opening, onSocial } = props
  const kind = methods.length === 1 ? 'primary' : 'secondary'
  return (
    <ul className="grid gap-2">
      {methods.map((method) => (
        <li key={method}>
          {method === 'mail' ? (
            <MailLink kind={kind} opening={opening} />
          ) : (
            <SocialButton method={method} kind={kind} opening={opening} onPress={() => onSocial(method)} />
          )}
        </li>
      ))}
    </ul>
  )
}

export const buttonIdOf = (method: SocialMethod) => `log-in-by-${method}`

type Kind = 'primary' | 'secondary'

/** A link, because it leads to a page; while a provider is being opened it rests with the buttons. */
function MailLink({ kind, opening }: { kind: Kind; opening: SocialMethod | null }) {
  const { t } = useTranslation('accounts')
  const why = useReason(opening)
  const look = {
    kind,
    isWide: true,
    className: besideMark,
    icon: <Mark method="mail" />,
    children: t('method.mail'),
  }
  if (opening) return <Button {...look} isDisabled disabledReason={why} />
  return <LinkButton data-boot {...look} href="/session/login/email" />
}

function SocialButton(props: {
  method: SocialMethod
  kind: Kind
  opening: SocialMethod | null
  onPress: () => void
}) {
  const { t } = useTranslation('accounts')
  const { method, kind, opening, onPress } = props
  const why = useReason(opening)
  return (
    <Button
      data-boot
      id={buttonIdOf(method)}
      kind={kind}
      isWide
      className={besideMark}
      icon={<Mark method={method} />}
      isLoading={opening === method}
      isDisabled={opening !== null && opening !== method}
      disabledReason={why}
      onClick={onPress}
    >
      {t(`method.${method}`)}
    </Button>
  )
}

/** Why the other ways rest. */
function useReason(opening: SocialMethod | null): string {
  const { t } = useTranslation('accounts')
  return opening ? t('social.opening', { method: t(`methodName.${opening}`) }) : ''
}

/** In a narrow frame the words are longer than the place that is left when they stand in the middle. */
const besideMark = 'max-[359px]:ps-11 max-[359px]:pe-2'

/** The marks stand below one another, whatever the words beside them. */
function Mark({ method }: { method: AuthMethod }) {
  return (
    <span className="absolute start-4">
      <MethodMark method={method} />
    </span>
  )
}
