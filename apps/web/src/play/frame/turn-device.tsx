import type { GameOrientation } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { RotateCw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { GameHost } from '../bridge/game-host.ts'
import { focusGame } from '../frame-focus.ts'

/** Pauses a game while its player holds the phone otherwise than it is played. */
export function useTurnDevice(orientation: GameOrientation, host: GameHost | null, isShown: boolean) {
  const [isDismissed, setDismissed] = useState(false)
  const isWrong = useIsHeldOtherwise(orientation)
  const isRequested = isShown && isWrong && !isDismissed
  useEffect(() => {
    if (!isRequested) return
    host?.pause()
    return () => {
      host?.resume()
      // The frame gets the keyboard once it is no longer inert.
      setTimeout(focusGame)
    }
  }, [host, isRequested])
  return { isRequested, dismiss: () => setDismissed(true) }
}

/** Asks to turn the phone, over the whole game. */
export function TurnDevice(props: { orientation: GameOrientation; onDismiss: () => void }) {
  const { orientation, onDismiss } = props
  const { t } = useTranslation('play')
  return (
    <div className="absolute inset-0 z-10 grid place-items-center overflow-auto bg-ink-0 p-6 text-text">
      <div role="status" className="grid max-w-80 justify-items-center gap-4 text-center">
        <RotateCw size={48} aria-hidden="true" className="text-soft" />
        <p className="text-18 font-semibold">{t('turn.title')}</p>
        <p className="text-15 text-soft">
          {t(orientation === 'portrait' ? 'turn.portrait' : 'turn.landscape')}
        </p>
        <Button kind="secondary" onClick={onDismiss}>
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
