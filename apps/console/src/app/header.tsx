import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Me } from '../lib/me.ts'
import { openPalette } from '../search/palette-state.ts'
import { AccountMenu } from './account-menu.tsx'
import { Wordmark } from './rail.tsx'

/** Search and the account, above every screen. */
export function Header({ me }: { me: Me }) {
  return (
    <header className="no-print sticky top-0 z-30 flex h-(--header-height) items-center gap-3 border-b border-line bg-ink-0 px-4 md:px-6">
      <Link to="/" className="flex h-11 shrink-0 items-center lg:hidden">
        <Wordmark />
      </Link>
      {me.can('search.use') && <SearchButton />}
      <div className="md:ms-auto">
        <AccountMenu me={me} />
      </div>
    </header>
  )
}

/** Opens the search. On phones it is an icon. */
function SearchButton() {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      onClick={openPalette}
      title={t('search')}
      className="flex h-9 items-center gap-2.5 rounded-md border border-line text-soft transition-colors duration-150 hover:border-line-strong hover:text-text max-md:ms-auto max-md:size-11 max-md:justify-center max-md:border-transparent md:w-full md:max-w-90 md:px-3"
    >
      <Search size={16} aria-hidden="true" className="shrink-0 max-md:size-5" />
      <span className="truncate text-15 max-md:sr-only">{t('search')}</span>
      <kbd className="ms-auto rounded-sm border border-line px-1.5 font-text text-13 max-lg:hidden">
        Ctrl K
      </kbd>
    </button>
  )
}
