import { parseUserAgent } from '@playhub/ui/user-agent.ts'
import { useTranslation } from 'react-i18next'

const browserNames = {
  yandex: 'Yandex',
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
  firefox: 'Firefox',
  app: 'App',
  chrome: 'Chrome',
  safari: 'Safari',
} as const
const systemNames = {
  iphone: 'iPhone',
  ipad: 'iPad',
  android: 'Android',
  windows: 'Windows',
  chromeos: 'ChromeOS',
  macos: 'macOS',
  linux: 'Linux',
} as const

/** "Chrome, Windows". The tooltip has what the browser sent. */
export function Device({ userAgent }: { userAgent: string | null }) {
  const { t } = useTranslation()
  const { browser, system } = parseUserAgent(userAgent ?? '')
  const names = [browser && browserNames[browser], system && systemNames[system]].filter(Boolean)
  return <span title={userAgent ?? undefined}>{names.join(', ') || t('unknownDevice')}</span>
}
