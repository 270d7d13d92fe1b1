import { useTranslation } from 'react-i18next'

/** Marks the words of a provider, a server or a library as a quotation. A game server's refusal is its status. */
export function useQuote(): (said: string) => string {
  const { t } = useTranslation()
  return (said) => {
    const status = /^The game server answered (\d{3})$/.exec(said)?.[1]
    return status ? `HTTP ${status}` : t('quote', { said })
  }
}
