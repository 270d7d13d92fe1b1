import type { Game, GameCard, PriceItem, PublicScores } from '@playhub/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunction, useLoaderData } from 'react-router'
import { LazyGameScores } from '../leaderboards/lazy-game-scores.tsx'
import { getApi, getRequestLanguage } from '../lib/api/public-api.ts'
import { readOfferCode } from '../lib/browser/offer-code.ts'
import { keepDataUnderOverlay } from '../lib/browser/overlay-entry.ts'
import { PLAY_PARAMETER, useInterfaceLanguage, useIsPlaying } from '../lib/context/page-context.ts'
import { load, readErrorCode } from '../lib/feedback/load.ts'
import { isRecognisedLanguage } from '../lib/language/language.ts'
import { useLateComponent } from '../lib/page/late-component.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { breadcrumbs } from '../lib/page/structured-data.ts'
import { useCountedView } from '../play/start/count-view.ts'
import { gameColours, gameLabels, isPlayable } from '../ui/game.ts'
import { formatDay, GameAbout } from './game/game-about.tsx'
import { GameList } from './game/game-card.tsx'
import { GameIntro } from './game/game-intro.tsx'
import { PlayView, preloadRunningGame } from './game/play-view.tsx'
import { Screenshots } from './game/screenshots.tsx'
import { SocialLinks } from './game/social-links.tsx'
import { gameStructuredData } from './game/structured-data.ts'
import { listRecent } from './library/library-rules.ts'
import { useLibrary, useLibrarySync } from './library/library-store.ts'

type GameData = {
  game: Game
  /** Formatted here: loading the browser's calendar while the page hydrates blocks a phone for 50 ms. */
  day: string | null
  /** Content of the game's page; empty while the game runs. */
  items: PriceItem[]
  similar: GameCard[]
  /** Null where they load when they are seen. */
  scores: PublicScores | null
}

const loadItems = async () => (await import('./game/game-items.tsx')).GameItems

/** An unlisted, inactive or unfinished game redirects to the catalogue. */
export async function loader(args: LoaderFunctionArgs): Promise<GameData> {
  const { lng, projectName = '' } = args.params
  const catalogue = redirect(`/games/${isRecognisedLanguage(lng) ? lng : getRequestLanguage(args)}/`)
  if (!isRecognisedLanguage(lng)) throw catalogue
  const api = getApi(args)
  const isPlaying = isPlayUrl(new URL(args.request.url))
  const items = isPlaying ? [] : api.getPrices(projectName).catch(() => [])
  const similar = isPlaying ? noGames : api.findGames({ similarTo: projectName }).catch(() => noGames)
  const scores = isPlaying ? null : api.getScores?.(projectName).catch(() => null)
  const game = await load('GET_GAME_DATA_ERROR', () => api.getGameData(projectName), [
    'GAME_NOT_FOUND',
  ]).catch((error) => {
    throw readErrorCode(error) === 'GAME_NOT_FOUND' ? catalogue : error
  })
  if (!isPlayable(game) || game.mainData.outOfCatalog) throw catalogue
  if (isPlaying) preloadRunningGame(game.project)
  return {
    game,
    day: formatDay(game.facts, lng),
    items: await items,
    similar: (await similar).games,
    scores: (await scores) ?? null,
  }
}

const noGames = { games: [] }

const isPlayUrl = ({ searchParams }: URL) => searchParams.has(PLAY_PARAMETER)

/** The game's page has loaded everything for Play. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl } = change
  const startsPlaying = isPlayUrl(nextUrl) && nextUrl.pathname === currentUrl.pathname
  return !startsPlaying && keepDataUnderOverlay(change)
}

export const handle: RouteHandle<GameData> = {
  title: (messages, data) => (data ? gameLabels(data.game, messages.language).name : ''),
  head: import.meta.env.SSR
    ? ({ game }, place) => {
        return {
          structuredData: [
            gameStructuredData(game, place),
            breadcrumbs(place, gameLabels(game, place.language).name),
          ],
        }
      }
    : undefined,
}

/** The game's page, or the running game once Play is clicked. */
export function Component() {
  const { game } = useLoaderData<typeof loader>()
  const isPlaying = useIsPlaying()
  useLibrarySync()
  useCountedView(game.project)
  return isPlaying ? <PlayView game={game} /> : <GameDetails />
}

function GameDetails() {
  const { t } = useTranslation('game')
  const { game, day, items, similar, scores } = useLoaderData<typeof loader>()
  const { name } = gameLabels(game, useInterfaceLanguage())
  const hasPlayed = listRecent(useLibrary()).includes(game.project)
  const hasCode = useHasOfferCode(game.project)
  const isSelling = (hasPlayed || hasCode) && items.length > 0
  const GameItems = useLateComponent(loadItems, isSelling)
  return (
    <main id="content" className="tinted grow" style={gameColours(game)}>
      <GameIntro game={game} />
      <div className="page-width flex flex-col gap-12 pt-10 pb-28 md:gap-16 md:pt-14 md:pb-20">
        {game.web_page.screenshots.length > 0 && <Screenshots game={game} name={name} />}
        <GameAbout game={game} day={day} />
        {game.social.items.length > 0 && (
          <SocialLinks items={game.social.items} title={t('social')} name={name} />
        )}
        {isSelling && GameItems && (
          <GameItems key={`shop-${game.project}`} items={items} project={game.project} />
        )}
        {similar.length > 0 && <MoreGames games={similar} />}
        {/* Last: they arrive late after a click on a link, and would move what a player is about to press. */}
        <LazyGameScores key={game.project} project={game.project} scores={scores} />
      </div>
    </main>
  )
}

/** The player has followed a link with a code. */
function useHasOfferCode(project: string): boolean {
  const [hasCode, setHasCode] = useState(false)
  useEffect(() => setHasCode(readOfferCode(project) !== null), [project])
  return hasCode
}

function MoreGames({ games }: { games: GameCard[] }) {
  const { t } = useTranslation('game')
  return (
    <section aria-labelledby="more-games">
      <h2 id="more-games" className="heading mb-4 text-18 md:text-24">
        {t('more')}
      </h2>
      <GameList games={games} />
    </section>
  )
}
