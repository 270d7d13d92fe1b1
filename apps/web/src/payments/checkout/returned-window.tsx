import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'

/** A provider's window that was sent back closes itself. Where a browser keeps it open, it says where to go on. */
export function ReturnedWindow() {
  const { t } = useTranslation('payments')
  useEffect(() => window.close(), [])
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<Illustration name="pending" />}
        title={t('returned.title')}
        text={t('returned.text')}
      />
    </main>
  )
}
