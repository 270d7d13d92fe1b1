import { useTranslation } from 'react-i18next'
import { WaitingPanel } from './form-parts.tsx'

/** While the server is asked how a payment ended. */
export function Checking() {
  const { t } = useTranslation('payments')
  return <WaitingPanel title={t('checking.title')} text={t('checking.text')} />
}
