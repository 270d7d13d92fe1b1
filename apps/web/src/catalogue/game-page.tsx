import type { Game, PriceItem } from '@playhub/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getApi, getRequestLanguage } from '../lib/api/public-api.ts'
import { useInterfaceLanguage, useIsPlaying } from '../lib/context/page-context.ts'
import { load, readErrorCode } from '../lib/feedback/load.ts'
import { isRecognisedLanguage } from '../lib/language/language.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { breadcrumbs } from '../lib/page/structured-data.ts'
import { gameColours, gameLabels, isPlayable } from '../ui/game.ts'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { GameIntro } from './game/game-intro.tsx'
import { GameItems } from './game/game-items.tsx'
import { SocialLinks } from './game/social-links.tsx'
import { gameStructuredData } from './game/structured-data.ts'
import { useLibrarySync } from './library/library-store.ts'

const PlayView = lazy(() => import('./game/play-view.tsx').then((m) => ({ default: m.PlayView })))

type GameData = { game: Game; items: PriceItem[] }

/** A game that is unlisted, inactive or in development redirects to the catalogue. */
export async function loader(args: LoaderFunctionArgs): Promise<GameData> {
  const { lng, projectName = '' } = args.params
  const catalogue = redirect(`/games/${isRecognisedLanguage(lng) ? lng : getRequestLanguage(args)}/`)
  if (!isRecognisedLanguage(lng)) throw catalogue
  const api = getApi(args)
  const items = api.getPrices(projectName).catch(() => [])
  const game = await load('GET_GAME_DATA_ERROR', () => api.getGameData(projectName), [
    'GAME_NOT_FOUND',
  ]).catch((error) => {
    throw readErrorCode(error) === 'GAME_NOT_FOUND' ? catalogue : error
  })
  if (!isPlayable(game) || game.mainData.outOfCatalog) throw catalogue
  return { game, items: await items }
}

export const handle: RouteHandle<GameData> = {
  title: (texts, data) => (data ? gameLabels(data.game, texts.language).name : ''),
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
  useLibrarySync()
  if (!useIsPlaying()) return <GameDetails />
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <PlayView game={game} />
    </Suspense>
  )
}

function GameDetails() {
  const { t } = useTranslation('catalogue')
  const { game, items } = useLoaderData<typeof loader>()
  const { name } = gameLabels(game, useInterfaceLanguage())
  return (
    <main id="content" className="tinted grow" style={gameColours(game)}>
      <GameIntro game={game} />
      <div className="page-width flex flex-col gap-12 pt-10 pb-28 md:pt-14 md:pb-20">
        {items.length > 0 && <GameItems items={items} project={game.project} />}
        {game.social.items.length > 0 && (
          <SocialLinks items={game.social.items} title={t('game.social')} name={name} />
        )}
      </div>
    </main>
  )
}
