import type { Game, PriceItem } from '@playhub/contract'
import { LinkButton } from '@playhub/ui/button.tsx'
import { Play } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, type Params, redirect, useLoaderData, useParams } from 'react-router'
import { getApi, type PublicApi } from '../lib/api/public-api.ts'
import { whenNear } from '../lib/browser/when-near.ts'
import { useInterfaceLanguage, usePageLanguage } from '../lib/context/page-context.ts'
import { load, readErrorCode } from '../lib/feedback/load.ts'
import { isRecognisedLanguage, parsePathLanguage } from '../lib/language/language.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { breadcrumbs } from '../lib/page/structured-data.ts'
import { FilterLinks } from '../ui/filter-links.tsx'
import { gameColours, gameLabels, isPlayable, playUrl } from '../ui/game.ts'
import { Illustration } from '../ui/illustrations.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'
import { CodeEntry } from './shop/code-entry.tsx'
import { ItemRow } from './shop/item-row.tsx'
import { PlayerGifts } from './shop/player-gifts.tsx'
import { usePrices } from './shop/use-prices.ts'
import { type OwnedItems, useOwnedItems, useShop } from './shop/use-shop.ts'

type PricesData = { items: PriceItem[]; games: Game[] }

export async function loader(args: LoaderFunctionArgs): Promise<PricesData> {
  const api = getApi(args)
  const project = projectIn(args.params)
  const items = load('GET_PRICES_CONTROL_ERROR', () => api.getPrices(project), ['PROJECT_NOT_FOUND'])
  const games = api.getGamesData().catch(() => [])
  try {
    return { items: await items, games: await withUnlistedGame(api, await games, project) }
  } catch (error) {
    throw readErrorCode(error) === 'PROJECT_NOT_FOUND' ? redirect('/prices') : error
  }
}

/** The project in the address; `/prices/ru` is the whole list in Russian (specification §2). */
function projectIn({ project }: Params): string | undefined {
  return isRecognisedLanguage(project) ? undefined : project
}

/** Adds the game from a project outside the catalogue, whose prices are shown at its own URL only. */
async function withUnlistedGame(api: PublicApi, games: Game[], project: string | undefined): Promise<Game[]> {
  if (!project || games.some((game) => game.project === project)) return games
  const unlisted = await api.getGameData(project).catch(() => null)
  return unlisted ? [...games, unlisted] : games
}

export const handle: RouteHandle = {
  title: (messages) => messages.t('prices:title'),
  head: import.meta.env.SSR
    ? (_data, place) => ({
        structuredData: [breadcrumbs(place, place.messages.t('prices:title'))],
        ...(parsePathLanguage(new URL(place.url).pathname) && { path: '/prices/' }),
      })
    : undefined,
}

/** Items for sale in all games, with print styles. */
export function Component() {
  const { t } = useTranslation('prices')
  const { items, games } = useLoaderData<typeof loader>()
  const owned = useOwnedItems(items)
  const isOneProject = projectIn(useParams()) !== undefined
  const groups = useMemo(() => groupByGame(games, items), [games, items])
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      <h1 tabIndex={-1} className="heading text-24 md:text-34">
        {t('title')}
      </h1>
      <p className="mt-3 max-w-[40rem] text-15 text-soft md:text-18">{t('lead')}</p>
      <ProjectFilter games={games} />
      {groups.length === 0 ? (
        <ResultScreen
          level={2}
          picture={<Illustration name="empty-purchases" />}
          title={t('empty.title')}
          text={t('empty.text')}
        />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {groups.map((group) => (
            <PriceList key={group.game.project} {...group} owned={owned} isAlone={isOneProject} />
          ))}
        </div>
      )}
    </main>
  )
}

/** Playable games first. */
function groupByGame(games: Game[], items: PriceItem[]) {
  return games
    .map((game) => ({ game, items: items.filter(({ project }) => project === game.project) }))
    .filter((group) => group.items.length > 0)
    .sort((a, b) => Number(isPlayable(b.game)) - Number(isPlayable(a.game)))
}

function ProjectFilter({ games }: { games: Game[] }) {
  const { t } = useTranslation('prices')
  const language = useInterfaceLanguage()
  const project = projectIn(useParams())
  const links = [
    { href: '/prices', label: t('allProjects'), isCurrent: !project },
    ...games.map((game) => ({
      href: `/prices/${game.project}`,
      label: gameLabels(game, language).name,
      isCurrent: game.project === project,
    })),
  ]
  return <FilterLinks label={t('project')} links={links} className="my-6 md:my-8 print:hidden" />
}

type PriceListProps = {
  game: Game
  items: PriceItem[]
  owned: OwnedItems
  /** The page of this project: with its gifts and a field for a code. */
  isAlone: boolean
}

function PriceList({ game, items, owned, isAlone }: PriceListProps) {
  const { t } = useTranslation('prices')
  const language = usePageLanguage()
  const { name } = gameLabels(game, useInterfaceLanguage())
  const id = `prices-${game.project}`
  const section = useRef<HTMLElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => whenNear(section.current, () => setIsNear(true)), [])
  const prices = usePrices(game.project, items, { isWanted: isNear, takesCode: isAlone })
  const shop = useShop(`prices:${game.project}`, prices, owned)
  return (
    <section
      ref={section}
      aria-labelledby={id}
      className="tinted tinted-surface overflow-hidden"
      style={gameColours(game)}
    >
      <div className="price-banner flex items-center gap-3 p-4 md:px-5">
        <img src={game.web_page.gameImage} alt="" loading="lazy" className="price-banner-art" />
        <h2 id={id} className="min-w-0 grow text-18 font-semibold md:text-24">
          {name}
        </h2>
        {isPlayable(game) ? (
          <LinkButton
            size="small"
            icon={<Play size={16} fill="currentColor" aria-hidden="true" />}
            href={playUrl(game.project, game.mainData, language)}
            data-art={game.web_page.gameImage}
            className="print:hidden"
            aria-label={`${t('play')}: ${name}`}
          >
            {t('play')}
          </LinkButton>
        ) : (
          <p className="shrink-0 rounded-chip bg-ink-0/70 px-3 py-1 text-14 font-semibold">{t('soon')}</p>
        )}
      </div>
      {isAlone && <PlayerGifts project={game.project} items={prices.items} />}
      <ul className="divide-y divide-line px-4 md:px-5">
        {prices.items.map((item) => (
          <ItemRow key={item.id} item={item} shop={shop} />
        ))}
      </ul>
      {isAlone && (
        <div className="border-t border-line px-4 py-2 empty:hidden md:px-5">
          <CodeEntry prices={prices} />
        </div>
      )}
    </section>
  )
}
