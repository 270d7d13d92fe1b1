import { Spinner } from '@playhub/ui/spinner.tsx'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router'
import { ReauthenticationDialog } from '../components/dialogs/reauthentication-dialog.tsx'
import { OfflineBanner } from '../components/layout/offline-banner.tsx'
import { deleteOldDrafts } from '../lib/drafts.ts'
import { type loadMe, type Me, toMe } from '../lib/me.ts'
import { handleKey, useShortcuts } from '../lib/shortcuts.ts'
import { LazyPalette } from '../search/lazy-palette.tsx'
import { openPalette } from '../search/palette-state.ts'
import { listAreas } from './areas.ts'
import { BottomBar } from './bottom-bar.tsx'
import { EnvironmentStripe } from './environment-stripe.tsx'
import { Header } from './header.tsx'
import { Rail } from './rail.tsx'
import { ShortcutList } from './shortcut-list.tsx'

/** The frame of every screen behind the login. */
export function Shell() {
  const { t } = useTranslation()
  const me = toMe(useLoaderData<typeof loadMe>())
  const areas = listAreas(me)
  useKeyboard(me)
  useFocusOnHeading()
  useEffect(deleteOldDrafts, [])
  return (
    <>
      <button
        type="button"
        onClick={() => document.getElementById('content')?.focus()}
        className="fixed start-2 top-2 z-60 -translate-y-20 rounded-control bg-ink-2 px-4 py-3 focus:translate-y-0"
      >
        {t('skipToContent')}
      </button>
      <EnvironmentStripe environment={me.environment} />
      <div className="flex grow lg:grid lg:grid-cols-[var(--rail-width)_minmax(0,1fr)]">
        <Rail areas={areas} />
        <div className="flex min-w-0 grow flex-col">
          <Header me={me} />
          <OfflineBanner />
          <Progress />
          <main id="content" tabIndex={-1} className="grow outline-none">
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar areas={areas} />
      <LazyPalette />
      <ReauthenticationDialog />
      <ShortcutList />
    </>
  )
}

/** A line below the header while the next screen loads. */
function Progress() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div aria-hidden="true" className="sticky top-(--header-height) z-20 h-0">
      {isLoading && <div className="h-0.5 animate-pulse bg-cool" />}
    </div>
  )
}

function useKeyboard(me: Me): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const allowed = listAreas(me)
    .map(({ name }) => name)
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `allowed` stands for the operator, who is a new object on every load
  const shortcuts = useMemo(
    () => [
      ...['Slash', 'Mod+KeyK'].map((keys) => ({
        keys,
        label: t('shortcut.search'),
        run: openPalette,
      })),
      ...listAreas(me).flatMap(({ key, name, path }) =>
        key ? [{ keys: `KeyG ${key}`, label: t(`area.${name}`), run: () => void navigate(path) }] : [],
      ),
    ],
    [t, navigate, allowed],
  )
  useShortcuts(shortcuts)
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** Moves the focus to the heading of a new screen, for screen readers. */
function useFocusOnHeading(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
  }, [pathname])
}

/** Shown while the first data loads. */
export function StartScreen() {
  return (
    <div className="grid grow place-items-center">
      <Spinner />
    </div>
  )
}
