import { LinkButton } from '@playhub/ui/button.tsx'
import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { LogIn } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageLanguage } from '../lib/context/page-context.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { usePlayer } from '../lib/player/player.ts'
import { Illustration, OfflineIllustration } from '../ui/illustrations.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'
import { GameList } from './game/game-card.tsx'
import { listFavourites, listRecent } from './library/library-rules.ts'
import { useLibrary, useLibrarySync } from './library/library-store.ts'
import { useGameCards } from './library/use-game-cards.ts'

export const handle: RouteHandle = { title: (messages) => messages.t('catalogue:library.title') }

const MAX_RECENT = 12

export function Component() {
  const { t } = useTranslation(['library', 'catalogue'])
  const player = usePlayer()
  const library = useLibrary()
  useLibrarySync()
  const favourites = listFavourites(library)
  const recent = listRecent(library).slice(0, MAX_RECENT)
  if (library.length === 0) return <EmptyLibrary />
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      <h1 tabIndex={-1} className="heading text-24 md:text-34">
        {t('catalogue:library.title')}
      </h1>
      {player.kind === 'guest' && <GuestNote />}
      <Games title={t('library:favourites')} projects={favourites} />
      <Games title={t('library:recent')} projects={recent} />
    </main>
  )
}

function GuestNote() {
  const { t } = useTranslation(['library', 'catalogue'])
  return (
    <div className="surface mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 p-4 md:px-5">
      <p className="min-w-0 grow basis-60 text-15 text-soft">{t('library:guestNote')}</p>
      <LinkButton
        href="/session/login"
        kind="secondary"
        size="small"
        icon={<LogIn size={18} aria-hidden="true" />}
      >
        {t('library:signIn')}
      </LinkButton>
    </div>
  )
}

function Games({ title, projects }: { title: string; projects: string[] }) {
  const { t } = useTranslation(['library', 'catalogue'])
  const { cards, state } = useGameCards(projects)
  if (projects.length === 0) return null
  return (
    <section className="mt-8 md:mt-12" aria-busy={state === 'loading'}>
      <h2 className="heading mb-4 text-18 md:mb-6 md:text-24">{title}</h2>
      {state === 'failed' && cards.length === 0 && (
        <ResultScreen
          level={2}
          picture={<OfflineIllustration />}
          title={t('library:offlineTitle')}
          text={t('library:offlineText')}
        />
      )}
      {state === 'loading' && cards.length === 0 ? (
        <CardSkeletons count={projects.length} />
      ) : (
        <GameList games={cards} hasFavourites />
      )}
    </section>
  )
}

function CardSkeletons({ count }: { count: number }) {
  const keys = Array.from({ length: Math.min(count, 6) }, (_, index) => index)
  return (
    <div className="game-grid">
      {keys.map((key) => (
        <Skeleton key={key} className="aspect-[3/4] rounded-card" />
      ))}
    </div>
  )
}

function EmptyLibrary() {
  const { t } = useTranslation(['library', 'catalogue'])
  const language = usePageLanguage()
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<Illustration name="empty-purchases" />}
        title={t('library:emptyTitle')}
        text={t('library:emptyText')}
        actions={<LinkButton href={`/games/${language}/`}>{t('catalogue:search.all')}</LinkButton>}
      />
    </main>
  )
}
