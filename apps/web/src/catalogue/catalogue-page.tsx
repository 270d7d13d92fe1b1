import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { languageOfPath } from '../lib/language.ts'
import { load } from '../lib/load.ts'
import type { RouteHandle } from '../lib/page-title.ts'
import { apiOf, languageOfRequest } from '../lib/public-api.ts'
import { MomentScreen } from '../ui/moment-screen.tsx'
import { ClosedStreet } from '../ui/pictures.tsx'
import { Featured } from './featured.tsx'
import { GameCard } from './game-card.tsx'
import { isOpen, type ListedGame, listed } from './game-words.ts'
import { loadSingleGame, type SingleGameData } from './single-game.ts'
import { SingleGamePage } from './single-game-page.tsx'

type CatalogueData = { games: ListedGame[]; single: SingleGameData | null }

/** A project outside the catalogue has its one game here instead of the list. */
export async function loader(args: LoaderFunctionArgs): Promise<CatalogueData> {
  const { pathname } = new URL(args.request.url)
  if (!languageOfPath(pathname)) throw redirect(`/games/${languageOfRequest(args)}/`)
  const single = await loadSingleGame(args)
  if (single) return { games: [], single }
  const games = await load('GET_GAMES_DATA_ERROR', () => apiOf(args).getGamesData())
  return { games: games.filter(({ web_page }) => web_page.isActive).map(listed), single: null }
}

export const handle: RouteHandle = {
  title: (texts) => texts.t('catalogue:title'),
  head: (_texts, data, origin) => ({ facts: listFacts(data as CatalogueData, origin) }),
}

/** The street: one lit window across the top, then all the doors. */
export function Component() {
  const { t } = useTranslation('catalogue')
  const { games, single } = useLoaderData<typeof loader>()
  const featured = games.find(isOpen)
  if (single) return <SingleGamePage {...single} />
  if (games.length === 0) return <EmptyStreet />
  return (
    <main id="content" className="grow">
      <h1 className="sr-only">{t('heading')}</h1>
      {featured && <Featured game={featured} />}
      <section aria-labelledby="all-games" className="room pt-6 pb-16 md:pt-12">
        <h2 id="all-games" className="mb-4 flex items-baseline gap-3 md:mb-6">
          <span className="display text-18 md:text-24">{t('allGames')}</span>
          <span className="text-13 text-soft">{t('count', { count: games.length })}</span>
        </h2>
        <ul className="grid grid-cols-2 gap-3 md:gap-6 lg:grid-cols-3">
          {games.map((game) => (
            <GameCard key={game.project} game={game} />
          ))}
        </ul>
      </section>
    </main>
  )
}

function EmptyStreet() {
  const { t } = useTranslation('catalogue')
  return (
    <main id="content" className="grow">
      <MomentScreen picture={<ClosedStreet />} title={t('empty.title')} text={t('empty.text')} />
    </main>
  )
}

function listFacts({ games }: CatalogueData, origin: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: games.filter(isOpen).map((game, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name: game.localization.name.en,
      url: `${origin}/games/en/${game.project}/`,
    })),
  }
}
