import { useNavigation } from 'react-router'
import { PLAY_PARAMETER } from '../../lib/context/page-context.ts'
import { LoadingScreen } from '../../play/frame/loading-screen.tsx'

/** Covers the page from the click on Play until the game's page has loaded. */
export function OpeningGame() {
  const { location } = useNavigation()
  if (!location?.state?.art || !new URLSearchParams(location.search).has(PLAY_PARAMETER)) return null
  return (
    <div data-theme="dark" className="fixed inset-0 z-40 flex flex-col bg-ink-0 text-text">
      <div className="h-12 shrink-0 border-b border-line bg-ink-1" />
      <div className="relative grow">
        <LoadingScreen picture={location.state.art} />
      </div>
    </div>
  )
}
