import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'

/** The secret for an authenticator app. Dark on white in both themes, because some cameras do not read the inverse. */
export function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="shrink-0 overflow-hidden rounded-control">
        <QRCodeSVG value={uri} size={168} marginSize={3} title={t('appSecret.qrCode')} />
      </div>
      <div className="min-w-40 flex-1">
        <p className="text-13 text-soft">{t('appSecret.type')}</p>
        <code className="numeric mt-1 block font-mono text-15 wrap-anywhere">{inGroups(secret)}</code>
        <div className="-ms-3">
          <CopyButton text={secret} label={t('appSecret.copy')} confirmation={t('appSecret.copied')} />
        </div>
      </div>
    </div>
  )
}

/** Easier to type. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ')
