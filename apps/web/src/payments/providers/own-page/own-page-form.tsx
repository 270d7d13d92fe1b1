import { formatMoney } from '@playhub/contract/money'
import { providerTerms } from '@playhub/contract/payment-methods'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CheckingPanel, ReceiptEmail, SecurityNote, SubmitBar, WaitingPanel } from '../form-parts.tsx'
import type { ProviderFormProps } from '../provider-attempt.ts'
import { PAYMENT_WINDOW } from '../provider-page.ts'
import { type OwnPage, useOwnPage } from './use-own-page.ts'

/** Pays on a provider's own page, in a popup. */
export function OwnPageForm(props: ProviderFormProps & OwnPage) {
  const { provider, charge, receiptEmail, isResumed, onChangeMethod } = props
  const { t, i18n } = useTranslation('payments')
  const { stage, start, showWindow } = useOwnPage(props)
  const name = t(`provider.${provider}`)
  if (stage.name === 'checking') return <CheckingPanel />
  if (stage.name === 'waiting' && stage.url)
    return <BlockedPopupPanel name={name} url={stage.url} onChangeMethod={onChangeMethod} />
  if (stage.name === 'waiting')
    return <PopupPanel name={name} onShow={showWindow} onChangeMethod={onChangeMethod} />
  const price = formatMoney(charge, i18n.language)
  return (
    <div className="flex flex-col gap-4">
      <ReceiptEmail email={receiptEmail} isBusy={stage.name === 'opening'} onChange={onChangeMethod} />
      <div className="surface flex items-start gap-4 p-5">
        <img
          src={`/main_images/marks/${providerTerms[provider].marks[0].file}.svg`}
          alt=""
          width={40}
          height={40}
          className="size-10 shrink-0"
        />
        <p className="text-15 text-pretty">
          {t(isResumed ? 'window.resumed' : 'window.lead', { provider: name })}
        </p>
      </div>
      <SubmitBar>
        <Button
          size="large"
          isWide
          isLoading={stage.name === 'opening'}
          icon={<ExternalLink size={20} aria-hidden="true" />}
          onClick={start}
        >
          {t('pay', { price })}
        </Button>
      </SubmitBar>
      <SecurityNote provider={provider} />
    </div>
  )
}

function PopupPanel(props: { name: string; onShow: () => void; onChangeMethod: () => void }) {
  const { name, onShow, onChangeMethod } = props
  const { t } = useTranslation('payments')
  return (
    <WaitingPanel title={t('window.waiting.title', { provider: name })} text={t('window.waiting.text')}>
      <Button kind="secondary" isWide onClick={onShow}>
        {t('window.waiting.show')}
      </Button>
      <ChangeMethodButton onChangeMethod={onChangeMethod} />
    </WaitingPanel>
  )
}

function BlockedPopupPanel(props: { name: string; url: string; onChangeMethod: () => void }) {
  const { name, url, onChangeMethod } = props
  const { t } = useTranslation('payments')
  return (
    <WaitingPanel
      title={t('window.blocked.title')}
      text={t('window.blocked.text', { provider: name })}
      needsAction
    >
      <LinkButton
        href={url}
        target={PAYMENT_WINDOW}
        rel="opener"
        isWide
        icon={<ExternalLink size={18} aria-hidden="true" />}
      >
        {t('window.blocked.open', { provider: name })}
      </LinkButton>
      <ChangeMethodButton onChangeMethod={onChangeMethod} />
    </WaitingPanel>
  )
}

function ChangeMethodButton({ onChangeMethod }: { onChangeMethod: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <Button kind="quiet" isWide onClick={onChangeMethod}>
      {t('form.another')}
    </Button>
  )
}
