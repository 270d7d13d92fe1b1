import { Button } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import type { GameTrouble } from './watch-game.ts'

interface TroubleBarProps {
  trouble: GameTrouble | null
  onWait(): void
  onReload(): void
  onHelp(): void
}

/** Over a game that does not answer or has left its page. The live region is there before it speaks. */
export function TroubleBar({ trouble, onWait, onReload, onHelp }: TroubleBarProps) {
  const { t } = useTranslation('play')
  return (
    <div role="alert" className="absolute inset-x-0 bottom-0 z-10 empty:hidden">
      {trouble && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-ink-1 px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-text">
          <p className="grow text-15">{t(`trouble.${trouble}`)}</p>
          <div className="flex flex-wrap gap-2">
            {trouble === 'silent' && (
              <Button kind="secondary" size="small" onClick={onWait}>
                {t('trouble.wait')}
              </Button>
            )}
            <Button size="small" onClick={onReload}>
              {t(trouble === 'silent' ? 'trouble.reload' : 'trouble.back')}
            </Button>
            {trouble === 'silent' && (
              <Button kind="quiet" size="small" onClick={onHelp}>
                {t('trouble.help')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
