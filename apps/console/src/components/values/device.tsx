import { parseUserAgent } from '@playhub/contract/user-agent'
import { useTranslation } from 'react-i18next'

/** "Chrome, Windows", with the whole user agent in the tooltip. */
export function Device({ userAgent }: { userAgent: string | null }) {
  const { t } = useTranslation()
  const { browser, system } = parseUserAgent(userAgent ?? '')
  const parts = [browser && t(`device.${browser}`), system && t(`device.${system}`)].filter(Boolean)
  return <span title={userAgent ?? undefined}>{parts.join(', ') || t('device.unknown')}</span>
}
