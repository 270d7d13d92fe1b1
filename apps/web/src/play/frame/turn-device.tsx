import type { GameOrientation } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { RotateCw } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { focusGame } from '../frame-focus.ts'

/** Asks to turn a phone that is held otherwise than the game is played. */
export function TurnDevice({ orientation }: { orientation: GameOrientation }) {
  const { t } = useTranslation('play')
  const [isDismissed, setDismissed] = useState(false)
  const isWrong = useIsHeldOtherwise(orientation)
  if (!isWrong || isDismissed) return null
  const dismiss = () => {
    setDismissed(true)
    focusGame()
  }
  return (
    <div className="absolute inset-0 z-10 grid place-items-center bg-ink-0/92 p-6 text-text">
      <div role="status" className="grid max-w-80 justify-items-center gap-4 text-center">
        <RotateCw size={48} aria-hidden="true" className="text-soft" />
        <p className="text-18 font-semibold">{t('turn.title')}</p>
        <p className="text-15 text-soft">
          {t(orientation === 'portrait' ? 'turn.portrait' : 'turn.landscape')}
        </p>
        <Button kind="secondary" onClick={dismiss}>
          {t('turn.dismiss')}
        </Button>
      </div>
    </div>
  )
}

function useIsHeldOtherwise(orientation: GameOrientation): boolean {
  const held = orientation === 'portrait' ? 'landscape' : 'portrait'
  const query = `(pointer: coarse) and (orientation: ${held})`
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => orientation !== 'any' && matchMedia(query).matches,
    () => false,
  )
}
