import { cx } from '@playhub/ui/cx.ts'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveFullScreen, useIsFullScreen } from './full-screen.ts'

const SHOWN_MS = 2_000

/**
 * Leads back from full screen. Seen for two seconds at first and whenever the pointer comes to the top edge; on touch
 * screens it stays faintly visible, because the page learns of no touch on the game.
 */
export function BackButton() {
  const isFull = useIsFullScreen()
  return isFull ? <VisibleBackButton /> : null
}

function VisibleBackButton() {
  const { t } = useTranslation('play')
  const [shownAt, setShownAt] = useState(() => performance.now())
  const [isShown, setShown] = useState(true)
  const show = () => {
    setShown(true)
    setShownAt(performance.now())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each showing starts the time again
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shownAt])
  return (
    <>
      <div aria-hidden="true" className="absolute inset-x-0 top-0 z-20 h-0.5" onPointerMove={show} />
      <button
        type="button"
        aria-label={t('exitFullScreen')}
        title={t('exitFullScreen')}
        onClick={() => void leaveFullScreen()}
        onFocus={show}
        onPointerEnter={show}
        className={cx(
          'absolute z-20 grid size-11 place-items-center rounded-full border border-line bg-ink-1 text-text',
          'top-[max(0.5rem,env(safe-area-inset-top))] left-[max(0.5rem,env(safe-area-inset-left))]',
          'transition-opacity duration-150 focus-visible:opacity-100',
          isShown ? 'opacity-100' : 'opacity-0 pointer-coarse:opacity-50',
          // Nothing invisible may take a click of the game.
          !isShown && 'pointer-events-none pointer-coarse:pointer-events-auto',
        )}
      >
        <ArrowLeft size={20} aria-hidden="true" />
      </button>
    </>
  )
}
