import type { FoundGames } from '@playhub/contract'
import type { CatalogueFilter } from '@playhub/contract/catalogue'
import { Heart } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { GameList } from '../game/game-card.tsx'
import { useLibrary } from '../library/library-store.ts'
import { LIST_ID, Pagination } from './pagination.tsx'
import { SearchField } from './search-field.tsx'

/** The game list: a catalogue page, or search results. */
export function SearchResults({ filter, found }: { filter: CatalogueFilter; found: FoundGames }) {
  const { t } = useTranslation('catalogue')
  const { search, page } = filter
  const heading = usePageChangeFocus(page)
  const isLoading = useNavigation().state === 'loading'
  return (
    <section aria-labelledby={LIST_ID} className="page-width pt-6 pb-16 md:pt-12">
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3 md:mb-6 md:flex-nowrap">
        <div className="flex min-h-11 grow flex-wrap items-center gap-x-3">
          <h2
            id={LIST_ID}
            ref={heading}
            tabIndex={-1}
            className="heading scroll-mt-20 text-18 outline-none md:text-24"
          >
            {search ? t('search.results') : t('allGames')}
          </h2>
          <p role="status" className="text-13 text-soft">
            {search && found.total === 0 ? t('search.none') : t('count', { count: found.total })}
            {found.pages > 1 && `, ${t('pages.of', { page, pages: found.pages })}`}
          </p>
          <MyGamesLink />
        </div>
        <SearchField search={search} />
      </div>
      {found.isGuess && found.total > 0 && (
        <p className="mb-4 text-15 text-soft md:mb-6">{t('search.guess', { search })}</p>
      )}
      {found.total === 0 ? (
        <NoResults search={search} />
      ) : (
        <GameList games={[...found.games, ...found.comingSoon]} isBusy={isLoading} />
      )}
      <Pagination filter={filter} pages={found.pages} />
    </section>
  )
}

/** Shown once the library has games. Its space in the row is reserved, so nothing moves when it appears. */
function MyGamesLink() {
  const { t } = useTranslation('catalogue')
  if (useLibrary().length === 0) return null
  return (
    <a
      href="/my-games"
      className="ms-auto inline-flex min-h-11 animate-appear items-center gap-2 rounded-chip border border-line px-4 text-15 text-soft hover:border-line-strong hover:text-text"
    >
      <Heart size={16} aria-hidden="true" />
      {t('library.title')}
    </a>
  )
}

function NoResults({ search }: { search: string }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  return (
    <ResultScreen
      level={2}
      className="md:py-12"
      picture={<Illustration name="not-found" />}
      title={t('search.nothingTitle')}
      text={t('search.nothingText', { search })}
      actions={<LinkButton href={`/games/${language}/`}>{t('search.all')}</LinkButton>}
    />
  )
}

/** Focuses the heading after a page change, so that keyboard users continue at the top. */
function usePageChangeFocus(page: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const lastPage = useRef(page)
  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    heading.current?.focus({ preventScroll: true })
  }, [page])
  return heading
}
