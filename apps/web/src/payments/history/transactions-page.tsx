import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useInitialConfig } from '../../lib/context/page-context.ts'
import { toInterfaceLanguage } from '../../lib/language/language.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { requirePlayer } from '../../lib/player/player.ts'
import { cx } from '../../ui/cx.ts'
import { loadHistory } from './load-transactions.ts'
import { HistoryList, HistorySkeleton } from './transaction-list.tsx'

/** The query that filters by project. Not `project`: an address that names one moves the whole hub to it. */
const FILTER = 'game'

export const handle: RouteHandle = { title: (texts) => texts.t('payments:history.title') }

/** The page shows at once, and its rows when they arrive. */
export function loader({ request }: LoaderFunctionArgs) {
  requirePlayer()
  const { searchParams } = new URL(request.url)
  const game = searchParams.get(FILTER) ?? undefined
  const first = loadHistory(game)
  first.catch(() => undefined)
  return { game, first }
}

/** What the player paid for: opened in place, with the receipt and help at hand. */
export function Component() {
  const { t, i18n } = useTranslation('payments')
  const { game, first } = useLoaderData<typeof loader>()
  return (
    <main id="content" className="page-width max-w-5xl grow py-8 md:py-12">
      <h1 tabIndex={-1} className="heading text-24 md:text-34">
        {t('history.title')}
      </h1>
      <p className="mt-2 mb-6 text-15 text-soft md:mb-8">{t('history.lead')}</p>
      <GameFilter chosen={game} />
      <Suspense key={`${game} ${i18n.language}`} fallback={<HistorySkeleton />}>
        <HistoryList first={first} game={game} />
      </Suspense>
    </main>
  )
}

/** Each choice is an address, so it can be kept and Back works. */
function GameFilter({ chosen }: { chosen: string | undefined }) {
  const { t, i18n } = useTranslation('payments')
  const { projects } = useInitialConfig()
  if (projects.length < 2) return null
  const language = toInterfaceLanguage(i18n.language)
  const choices = [
    { id: undefined, name: t('history.allProjects') },
    ...projects.map(({ id, name }) => ({ id, name: name[language] })),
  ]
  return (
    <nav aria-label={t('history.project')} className="mb-5 flex flex-wrap gap-2">
      {choices.map(({ id, name }) => (
        <a
          key={id ?? ''}
          href={id ? `/transactions?${FILTER}=${encodeURIComponent(id)}` : '/transactions'}
          aria-current={id === chosen ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center rounded-chip border px-4 text-15 transition-colors duration-150',
            id === chosen
              ? 'border-warm text-warm'
              : 'border-line text-soft hover:border-line-strong hover:text-text',
          )}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
