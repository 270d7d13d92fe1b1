import { useTranslation } from 'react-i18next'

export function Component() {
  const { t } = useTranslation('catalogue')
  return (
    <main id="content" className="room grow py-10">
      <h1 className="display text-34">{t('title')}</h1>
    </main>
  )
}
