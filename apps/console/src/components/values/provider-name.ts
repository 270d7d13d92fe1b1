import { paymentProviders, providerTerms } from '@playhub/contract/payment-methods'
import { useTranslation } from 'react-i18next'

/** Names a provider in the console's language. One that this console does not know keeps its id. */
export function useProviderName(): (provider: string) => string {
  const { i18n } = useTranslation()
  const language = i18n.language === 'ru' ? 'ru' : 'en'
  return (provider) => {
    const known = paymentProviders.find((name) => name === provider)
    return known ? providerTerms[known].label[language] : provider
  }
}
