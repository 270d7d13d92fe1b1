import { useTranslation } from 'react-i18next'

/** Names an ISO 3166 code in the operator's language, with the code. */
export function useCountryName(): (code: string | null) => string {
  const { t, i18n } = useTranslation()
  const names = new Intl.DisplayNames([i18n.language], { type: 'region' })
  return (code) => (code === null ? t('unknownCountry') : `${names.of(code)} (${code})`)
}
