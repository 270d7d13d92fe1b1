import { useTranslation } from 'react-i18next'
import { usePageLanguage } from '../lib/hooks.ts'
import { LinkButton } from './button.tsx'
import { MomentScreen } from './moment-screen.tsx'
import { ClosedStreet } from './pictures.tsx'

/** Stands in for a page that is being built. */
export function Component() {
  const { t } = useTranslation()
  const language = usePageLanguage()
  return (
    <main id="content" className="grow">
      <MomentScreen
        picture={<ClosedStreet />}
        title={t('soon.title')}
        text={t('soon.text')}
        actions={<LinkButton href={`/games/${language}/`}>{t('toGames')}</LinkButton>}
      />
    </main>
  )
}
