import type { GameOrientation } from '@playhub/contract'
import { IconButton } from '@playhub/ui/button.tsx'
import { Maximize } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useIsHydrated } from '../../lib/context/page-context.ts'
import { enterFullScreen } from './full-screen.ts'

export function FullScreenButton({ orientation }: { orientation: GameOrientation }) {
  const { t } = useTranslation('play')
  if (!useIsHydrated()) return <span className="size-11" />
  return (
    <IconButton label={t('fullScreen')} onClick={() => void enterFullScreen(orientation)}>
      <Maximize size={20} aria-hidden="true" />
    </IconButton>
  )
}
