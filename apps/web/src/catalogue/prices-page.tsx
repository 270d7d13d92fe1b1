import type { GameCard, PriceItem } from '@playhub/contract'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router'
import { apiOf } from '../lib/api/public-api.ts'
import { usePageLanguage } from '../lib/context/page-context.ts'
import { codeOf, load } from '../lib/feedback/load.ts'
import { toInterfaceLanguage } from '../lib/language/language.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { breadcrumbs } from '../lib/page/structured-data.ts'
import { LinkButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { isOpen, tintOf, wordsOf } from '../ui/game.ts'
import { Illustration } from '../ui/illustrations.tsx'
import { Price } from '../ui/price.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'
import { itemWords } from './item-labels.ts'

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

/** What everything costs, by game: quiet, and good on paper. */
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
      <ProjectChooser games={games} />
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

/** Links rather than a list to pick from: each choice has an address of its own, and works before the client wakes. */
function ProjectChooser({ games }: { games: GameCard[] }) {
  const { t } = useTranslation('prices')
  const language = toInterfaceLanguage(usePageLanguage())
  const { project } = useParams()
  const choices = [
    { href: '/prices', name: t('allProjects'), isChosen: !project },
    ...games.map((game) => ({
      href: `/prices/${game.project}`,
      name: wordsOf(game, language).name,
      isChosen: game.project === project,
    })),
  ]
  return (
    <nav aria-label={t('project')} className="my-6 flex flex-wrap gap-2 md:my-8 print:hidden">
      {choices.map((choice) => (
        <a
          key={choice.href}
          href={choice.href}
          aria-current={choice.isChosen ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center rounded-chip border px-4 text-15 transition-colors duration-150',
            choice.isChosen
              ? 'border-warm text-warm'
              : 'border-line text-soft hover:border-line-strong hover:text-text',
          )}
        >
          {choice.name}
        </a>
      ))}
    </nav>
  )
}

function PriceList({ game, items }: { game: GameCard; items: PriceItem[] }) {
  const { t } = useTranslation('prices')
  const language = usePageLanguage()
  const { name } = wordsOf(game, toInterfaceLanguage(language))
  const id = `prices-${game.project}`
  return (
    <section aria-labelledby={id} className="tinted max-w-3xl" style={tintOf(game)}>
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
        {isOpen(game) && (
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
  const { title, description, money } = itemWords(item, i18n.language)
  return (
    <li className="flex items-center gap-4 py-4">
      <img src={item.logoName} alt="" width={48} height={48} loading="lazy" className="size-12 shrink-0" />
      <div className="min-w-0 grow">
        <p className="text-15 font-semibold">{title}</p>
        <p className="text-13 text-soft">{description}</p>
      </div>
      <Price money={money} className="text-18 font-semibold" />
    </li>
  )
}
