import { useTranslation } from 'react-i18next'
import { AccountMenu } from '../../accounts/account-menu.tsx'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { LanguageChooser } from '../../ui/language-chooser.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { CloseButton } from './close-button.tsx'

export function Header() {
  const { t } = useTranslation()
  const language = usePageLanguage()
  return (
    <header className="site-header sticky top-0 z-30">
      <div className="page-width flex h-(--header-height) items-center gap-1">
        <a
          href={`/games/${language}/`}
          aria-label={t('header.home')}
          className="me-auto rounded-control py-1.5 pe-2"
        >
          <Wordmark />
        </a>
        <a
          href="/prices"
          className="hidden h-11 items-center rounded-control px-3 text-15 text-soft hover:text-text md:flex"
        >
          {t('header.prices')}
        </a>
        <LanguageChooser />
        <AccountMenu />
        <CloseButton />
      </div>
    </header>
  )
}
