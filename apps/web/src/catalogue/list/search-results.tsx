import type { FoundGames, GameCard } from '@playhub/contract'
import { type CatalogueFilter, catalogueQuery, type GameGenre } from '@playhub/contract/catalogue'
import { LinkButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { FilterLinks } from '../../ui/filter-links.tsx'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { GameList } from '../game/game-card.tsx'
import { useLibrary } from '../library/library-store.ts'
import { LIST_ID, Pagination } from './pagination.tsx'
import { SearchField } from './search-field.tsx'

/** The games: a page of the catalogue, one of its genres, or the results of a search. */
export function SearchResults({ filter, found }: { filter: CatalogueFilter; found: FoundGames }) {
  const { t } = useTranslation('catalogue')
  const isLoading = useNavigation().state === 'loading'
  const hasLibrary = useLibrary().length > 0
  const { featured, games, comingSoon, popular, newGames, isLarge } = found
  const isFiltered = Boolean(filter.search || filter.genre)
  const cards = { isWide: !isLarge, hasFavourites: isLarge || hasLibrary, isBusy: isLoading }
  // A search also finds games in development; the catalogue shows them apart.
  const listed = isFiltered ? [...games, ...comingSoon] : games
  return (
    <div className="page-width flex flex-col gap-10 pt-5 pb-16 md:pt-6">
      {(listed.length > 0 || !featured) && (
        <section aria-labelledby={LIST_ID}>
          <ListHeader filter={filter} found={found} />
          {found.isGuess && listed.length > 0 && (
            <p className="mb-4 text-15 text-soft md:mb-6">{t('search.guess', { search: filter.search })}</p>
          )}
          {listed.length > 0 ? <GameList games={listed} {...cards} /> : <NoResults filter={filter} />}
          <Pagination filter={filter} pages={found.pages} />
        </section>
      )}
      {/* Shown below the list, whose search and genres stay where they are. */}
      <GameSection kind="popular" games={popular} cards={cards} />
      <GameSection kind="newGames" games={newGames} cards={cards} />
      {!isFiltered && <GameSection kind="soon" games={comingSoon} cards={cards} />}
    </div>
  )
}

interface GameSectionProps {
  kind: 'popular' | 'newGames' | 'soon'
  games: GameCard[]
  cards: { isWide: boolean; hasFavourites: boolean; isBusy: boolean }
}

function GameSection({ kind, games, cards }: GameSectionProps) {
  const { t } = useTranslation('catalogue')
  if (games.length === 0) return null
  return (
    <section aria-labelledby={kind}>
      <h2 id={kind} className="heading mb-4 text-18 md:text-24">
        {t(kind)}
      </h2>
      <GameList games={games} {...cards} />
    </section>
  )
}

/** In a small catalogue all games are in sight, so nothing helps to find one. */
function ListHeader({ filter, found }: { filter: CatalogueFilter; found: FoundGames }) {
  const { t } = useTranslation('catalogue')
  const { search, genre, page } = filter
  const { total, pages, genres, isLarge } = found
  const heading = usePageChangeFocus(page)
  const isNumbered = Boolean(isLarge || search || genre)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-3 md:mb-4 md:flex-nowrap">
        <div className={cx('flex grow flex-wrap items-center gap-x-3', isNumbered && 'min-h-11')}>
          <h2
            id={LIST_ID}
            ref={heading}
            tabIndex={-1}
            className="heading scroll-mt-20 text-18 outline-none md:text-24"
          >
            {getHeading(t, filter, found)}
          </h2>
          <p role="status" className="text-13 text-soft">
            {isNumbered && (search && total === 0 ? t('search.none') : t('count', { count: total }))}
            {pages > 1 && `, ${t('pages.of', { page, pages })}`}
          </p>
        </div>
        {isNumbered && <SearchField search={search} />}
      </div>
      {genres.length > 0 && !search && <GenreFilter genres={genres} current={genre} />}
    </>
  )
}

function getHeading(
  t: TFunction<'catalogue'>,
  { search, genre }: CatalogueFilter,
  found: FoundGames,
): string {
  if (search) return t('search.results')
  if (genre) return t(`genre.${genre}`)
  return t(found.featured && !found.isLarge ? 'moreGames' : 'allGames')
}

function GenreFilter({ genres, current }: { genres: GameGenre[]; current: GameGenre | undefined }) {
  const { t } = useTranslation('catalogue')
  const catalogue = `/games/${usePageLanguage()}/`
  const links = [
    { href: catalogue, label: t('genre.all'), isCurrent: !current },
    ...genres.map((genre) => ({
      href: catalogue + catalogueQuery({ genre }),
      label: t(`genre.${genre}`),
      isCurrent: genre === current,
    })),
  ]
  return <FilterLinks label={t('genre.label')} links={links} className="mb-4 md:mb-5" />
}

function NoResults({ filter: { search } }: { filter: CatalogueFilter }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  return (
    <ResultScreen
      level={2}
      className="md:py-12"
      picture={<Illustration name="not-found" />}
      title={t('search.nothingTitle')}
      text={search ? t('search.nothingText', { search }) : t('genre.nothing')}
      actions={<LinkButton href={`/games/${language}/`}>{t('search.all')}</LinkButton>}
    />
  )
}

/** Focuses the heading after a page change, so keyboard users continue at the top. */
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
