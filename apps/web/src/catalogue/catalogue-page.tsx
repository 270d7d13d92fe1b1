import type { FoundGames } from '@playhub/contract'
import { type CatalogueFilter, catalogueQuery, readCatalogueFilter } from '@playhub/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getApi, getRequestLanguage } from '../lib/api/public-api.ts'
import { load } from '../lib/feedback/load.ts'
import { parsePathLanguage } from '../lib/language/language.ts'
import { loadMessages } from '../lib/language/messages.ts'
import { readBootData } from '../lib/page/boot-data.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { websiteStructuredData } from '../lib/page/structured-data.ts'
import { Illustration } from '../ui/illustrations.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'
import { gameListStructuredData, gameStructuredData } from './game/structured-data.ts'
import { useLibrarySync } from './library/library-store.ts'
import { FeaturedGame } from './list/featured-game.tsx'
import { SearchResults } from './list/search-results.tsx'
import { loadSingleGame, type SingleGameData } from './single-game/load-single-game.ts'
import type { SingleGamePage } from './single-game/single-game-page.tsx'

const CATALOGUE_ROUTE = 'catalogue'

type CatalogueData = {
  filter: CatalogueFilter
  found: FoundGames
  single: SingleGameData | null
  /** The page belongs to the project in the query, not to the host's. */
  isByQuery: boolean
}

/** Few hubs have single games, so their page's scripts and texts are not part of the catalogue's. */
let SinglePage: typeof SingleGamePage | undefined

async function loadSinglePage(): Promise<void> {
  const [page] = await Promise.all([import('./single-game/single-game-page.tsx'), loadMessages('play')])
  SinglePage = page.SingleGamePage
}

/** True when the server rendered a single game here: it must be there before hydration. */
function isHydratingSingleGame(): boolean {
  const data: CatalogueData | undefined = readBootData().hydration?.loaderData?.[CATALOGUE_ROUTE]
  return Boolean(data?.single)
}

if (import.meta.env.SSR || isHydratingSingleGame()) await loadSinglePage()

const noGames: FoundGames = {
  featured: null,
  games: [],
  comingSoon: [],
  popular: [],
  newGames: [],
  genres: [],
  isLarge: false,
  total: 0,
  page: 1,
  pages: 1,
  isGuess: false,
}

/** A project outside the catalogue shows its single game instead of the list. */
export async function loader(args: LoaderFunctionArgs): Promise<CatalogueData> {
  const { pathname, searchParams } = new URL(args.request.url)
  if (!parsePathLanguage(pathname)) throw redirect(`/games/${getRequestLanguage(args)}/`)
  const filter = readCatalogueFilter(searchParams)
  const single = await loadSingleGame(args)
  const isByQuery = searchParams.has('project')
  if (single) {
    await loadSinglePage()
    return { filter, found: noGames, single, isByQuery }
  }
  const found = await load('GET_GAMES_DATA_ERROR', () => getApi(args).findGames(filter))
  if (found.page !== filter.page) {
    throw redirect(`${pathname}${catalogueQuery({ ...filter, page: found.page })}`)
  }
  return { filter, found, single: null, isByQuery }
}

export const handle: RouteHandle<CatalogueData> = {
  title: (messages) => messages.t('catalogue:title'),
  head: import.meta.env.SSR
    ? ({ filter, found, single, isByQuery }, place) => {
        const { genre, page } = filter
        return {
          structuredData: [
            websiteStructuredData(place),
            single
              ? { ...gameStructuredData(single.game, place), url: place.url }
              : gameListStructuredData(found, place),
          ],
          isHidden: filter.search !== '' || isByQuery,
          query: catalogueQuery({ genre, page }),
          titleEnd: page > 1 ? ` — ${place.messages.t('catalogue:pages.page', { number: page })}` : '',
        }
      }
    : undefined,
}

export function Component() {
  const { t } = useTranslation('catalogue')
  const { filter, found, single } = useLoaderData<typeof loader>()
  useLibrarySync()
  if (single && SinglePage) return <SinglePage {...single} />
  const isFirstPage = filter.search === '' && !filter.genre && filter.page === 1
  if (isFirstPage && found.total === 0) return <EmptyCatalogue />
  return (
    <main id="content" className="grow">
      <h1 className="sr-only">{t('heading')}</h1>
      {found.featured && <FeaturedGame game={found.featured} />}
      <SearchResults filter={filter} found={found} />
    </main>
  )
}

function EmptyCatalogue() {
  const { t } = useTranslation('catalogue')
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<Illustration name="empty-purchases" />}
        title={t('empty.title')}
        text={t('empty.text')}
      />
    </main>
  )
}
