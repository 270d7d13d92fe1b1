import type { Game, PriceItem } from '@playhub/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { apiOf, languageOfRequest } from '../lib/api/public-api.ts'
import { useIsPlaying, usePageLanguage } from '../lib/context/page-context.ts'
import { codeOf, load } from '../lib/feedback/load.ts'
import { isRecognisedLanguage, toInterfaceLanguage } from '../lib/language/language.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { breadcrumbs } from '../lib/page/structured-data.ts'
import { isOpen, tintOf, wordsOf } from '../ui/game.ts'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { GameIntro } from './game/game-intro.tsx'
import { ShopWindow } from './game/game-items.tsx'
import { SocialLinks } from './game/social-links.tsx'
import { gameFact } from './game/structured-data.ts'
import { useShelfSync } from './library/use-library.ts'

const PlayView = lazy(() => import('./game/play-view.tsx').then((m) => ({ default: m.PlayView })))

type GameData = { game: Game; items: PriceItem[] }

/** A game that is unlisted, inactive or in development is not shown: the player lands among the others. */
export async function loader(args: LoaderFunctionArgs): Promise<GameData> {
  const { lng, projectName = '' } = args.params
  const street = redirect(`/games/${isRecognisedLanguage(lng) ? lng : languageOfRequest(args)}/`)
  if (!isRecognisedLanguage(lng)) throw street
  const api = apiOf(args)
  const items = api.getPrices(projectName).catch(() => [])
  const game = await load('GET_GAME_DATA_ERROR', () => api.getGameData(projectName), [
    'GAME_NOT_FOUND',
  ]).catch((error) => {
    throw codeOf(error) === 'GAME_NOT_FOUND' ? street : error
  })
  if (!isOpen(game)) throw street
  return { game, items: await items }
}

export const handle: RouteHandle = {
  title: (texts, data) =>
    (data as GameData | undefined)?.game.localization.name[toInterfaceLanguage(texts.language)] ?? '',
  head: import.meta.env.SSR
    ? (data, place) => {
        const { game } = data as GameData
        return {
          structuredData: [gameFact(game, place), breadcrumbs(place, wordsOf(game, place.language).name)],
        }
      }
    : undefined,
}

/** A game's own room: its intro, and, once Play is pressed, the game itself. */
export function Component() {
  const { game } = useLoaderData<typeof loader>()
  useShelfSync()
  if (!useIsPlaying()) return <Room />
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <PlayView game={game} />
    </Suspense>
  )
}

function Room() {
  const { t } = useTranslation('catalogue')
  const { game, items } = useLoaderData<typeof loader>()
  const language = usePageLanguage()
  const { name } = wordsOf(game, toInterfaceLanguage(language))
  return (
    <main id="content" className="tinted grow" style={tintOf(game)}>
      <GameIntro game={game} />
      <div className="page-width flex flex-col gap-12 pt-10 pb-28 md:pt-14 md:pb-20">
        {items.length > 0 && <ShopWindow items={items} project={game.project} />}
        {game.social.items.length > 0 && (
          <SocialLinks items={game.social.items} title={t('game.social')} name={name} />
        )}
      </div>
    </main>
  )
}
