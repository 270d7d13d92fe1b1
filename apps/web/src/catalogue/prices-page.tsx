import type { GameCard, PriceItem } from '@playhub/contract'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router'
import { apiOf } from '../lib/api/public-api.ts'
import { usePageLanguage } from '../lib/context/page-context.ts'
import { codeOf, load } from '../lib/feedback/load.ts'
import { toInterfaceLanguage } from '../lib/language/language.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { breadcrumbs } from '../lib/page/structured-data.ts'
import { currencyForLanguage, itemLabels, priceIn } from '../payments/order/prices.ts'
import { LinkButton } from '../ui/button.tsx'
import { FilterLinks } from '../ui/filter-links.tsx'
import { gameColours, gameLabels, isPlayable } from '../ui/game.ts'
import { Illustration } from '../ui/illustrations.tsx'
import { Price } from '../ui/price.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'

type PricesData = { items: PriceItem[]; games: GameCard[] }

export async function loader(args: LoaderFunctionArgs): Promise<PricesData> {
  const api = apiOf(args)
  const items = load('GET_PRICES_CONTROL_ERROR', () => api.getPrices(args.params.project), [
    'PROJECT_NOT_FOUND',
  ])
  const games = api.getGamesData().catch(() => [])
  try {
    return { items: await items, games: await games }
  } catch (error) {
    throw codeOf(error) === 'PROJECT_NOT_FOUND' ? redirect('/prices') : error
  }
}

export const handle: RouteHandle = {
  title: (texts) => texts.t('prices:title'),
  head: import.meta.env.SSR
    ? (_data, place) => ({ structuredData: [breadcrumbs(place, place.texts.t('prices:title'))] })
    : undefined,
}

/** The prices of all items by game, with print styles. */
export function Component() {
  const { t } = useTranslation('prices')
  const { items, games } = useLoaderData<typeof loader>()
  const groups = games
    .map((game) => ({ game, items: items.filter(({ project }) => project === game.project) }))
    .filter((group) => group.items.length > 0)
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
        <div className="flex flex-col gap-10 md:gap-14">
          {groups.map((group) => (
            <PriceList key={group.game.project} {...group} />
          ))}
        </div>
      )}
    </main>
  )
}

function ProjectFilter({ games }: { games: GameCard[] }) {
  const { t } = useTranslation('prices')
  const language = toInterfaceLanguage(usePageLanguage())
  const { project } = useParams()
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

function PriceList({ game, items }: { game: GameCard; items: PriceItem[] }) {
  const { t } = useTranslation('prices')
  const language = usePageLanguage()
  const { name } = gameLabels(game, toInterfaceLanguage(language))
  const id = `prices-${game.project}`
  return (
    <section aria-labelledby={id} className="tinted max-w-3xl" style={gameColours(game)}>
      <div className="mb-3 flex items-center gap-3">
        <img
          src={game.web_page.cardLogoImage}
          alt=""
          width={48}
          height={48}
          className="size-12 rounded-control"
        />
        <h2 id={id} className="min-w-0 grow text-18 font-semibold md:text-24">
          {name}
        </h2>
        {isPlayable(game) && (
          <LinkButton
            kind="quiet"
            size="small"
            href={`/games/${language}/${game.project}/`}
            className="print:hidden"
            aria-label={`${t('openGame')}: ${name}`}
          >
            {t('openGame')}
          </LinkButton>
        )}
      </div>
      <ul className="tinted-surface divide-y divide-line px-4 md:px-5">
        {items.map((item) => (
          <PriceRow key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function PriceRow({ item }: { item: PriceItem }) {
  const { i18n } = useTranslation()
  const { title, description } = itemLabels(item, i18n.language)
  return (
    <li className="flex items-center gap-4 py-4">
      <img src={item.logoName} alt="" width={48} height={48} loading="lazy" className="size-12 shrink-0" />
      <div className="min-w-0 grow">
        <p className="text-15 font-semibold">{title}</p>
        <p className="text-13 text-soft">{description}</p>
      </div>
      <Price money={priceIn(item, currencyForLanguage(i18n.language))} className="text-18 font-semibold" />
    </li>
  )
}
