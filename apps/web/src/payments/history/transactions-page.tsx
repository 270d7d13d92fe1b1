import { localText } from '@playhub/contract/languages'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { LinkQuestion } from '../../accounts/link-question.tsx'
import { useInitialConfig } from '../../lib/context/page-context.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { requirePlayer } from '../../lib/player/player.ts'
import { FilterLinks } from '../../ui/filter-links.tsx'
import { Rail } from '../../ui/rail.tsx'
import { TransactionList, TransactionListSkeleton } from './transaction-list.tsx'
import { loadTransactions } from './transactions.ts'

/** The query parameter for the project filter. `project` is taken: it switches the whole hub to the project. */
const FILTER = 'game'
/** The query parameter for payments that the player may withdraw from. */
const WITHDRAW = 'withdraw'

export const handle: RouteHandle = {
  title: (messages) => messages.t('payments:history.title'),
  access: 'player',
}

/** Returns a promise, so the page renders while the first payments load. */
export function loader({ request }: LoaderFunctionArgs) {
  requirePlayer()
  const { searchParams } = new URL(request.url)
  const project = searchParams.get(FILTER) ?? undefined
  const filter = { project, isWithdrawing: searchParams.has(WITHDRAW) }
  const firstPage = loadTransactions(filter)
  firstPage.catch(() => undefined)
  return { filter, firstPage }
}

/** The player's payments; each expands in place. */
export function Component() {
  const { t, i18n } = useTranslation('payments')
  const { filter, firstPage } = useLoaderData<typeof loader>()
  const { project, isWithdrawing } = filter
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      <h1 tabIndex={-1} className="heading text-24 md:text-34">
        {t(isWithdrawing ? 'withdrawal.title' : 'history.title')}
      </h1>
      <p className="mt-2 mb-6 text-15 text-soft md:mb-8">
        {t(isWithdrawing ? 'withdrawal.lead' : 'history.lead')}
      </p>
      <div className="grid gap-x-14 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="min-w-0">
          {!isWithdrawing && <ProjectFilter current={project} />}
          <Suspense
            key={`${project} ${isWithdrawing} ${i18n.language}`}
            fallback={<TransactionListSkeleton />}
          >
            <TransactionList firstPage={firstPage} filter={filter} />
          </Suspense>
        </div>
        <Rail label={t('history.title')} links={[]} />
      </div>
      <LinkQuestion />
    </main>
  )
}

/** Offers no project whose game is hidden. Its payments are listed under all projects. */
function ProjectFilter({ current }: { current: string | undefined }) {
  const { t, i18n } = useTranslation('payments')
  const projects = useInitialConfig().projects.filter(
    ({ id, mainData }) => mainData.isActive || id === current,
  )
  if (projects.length < 2) return null
  const links = [
    { href: '/transactions', label: t('history.allProjects'), isCurrent: current === undefined },
    ...projects.map(({ id, name }) => ({
      href: `/transactions?${FILTER}=${encodeURIComponent(id)}`,
      label: localText(name, i18n.language),
      isCurrent: id === current,
    })),
  ]
  return <FilterLinks label={t('history.project')} links={links} className="mb-5" />
}
