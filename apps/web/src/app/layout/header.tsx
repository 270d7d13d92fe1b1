import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
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
          className="me-auto rounded-control py-1.5 pe-2 md:me-4"
        >
          <Wordmark />
        </a>
        <MainNavigation />
        {/* The menu changes its width when the page learns who the player is; only space is on its left. */}
        <AccountMenu />
        <LanguageChooser />
        <CloseButton />
      </div>
    </header>
  )
}

/** On phones the account menu and the footer have these links. */
function MainNavigation() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const links = [
    { href: `/games/${usePageLanguage()}/`, start: '/games/', label: t('header.games') },
    { href: '/my-games', start: '/my-games', label: t('header.myGames') },
    { href: '/prices', start: '/prices', label: t('header.shop') },
  ]
  return (
    <nav aria-label={t('header.sections')} className="me-auto hidden md:block">
      <ul className="flex">
        {links.map(({ href, start, label }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={pathname.startsWith(start) ? 'page' : undefined}
              className="flex h-11 items-center rounded-control px-3 text-15 text-soft hover:text-text aria-[current=page]:text-text"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
