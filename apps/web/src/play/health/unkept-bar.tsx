import { Button } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { tabStore } from '../../lib/browser/storage.ts'
import { changeCurrentPlay, useCurrentPlay } from '../bar/current-play.ts'
import { focusGame } from '../frame-focus.ts'
import type { GameSaves } from '../saves/game-saves.ts'

/** Below a game without storage. The live region is there before it speaks. */
export function UnkeptBar() {
  const { t } = useTranslation('play')
  const { isUnkept } = useCurrentPlay()
  const dismiss = () => {
    changeCurrentPlay({ isUnkept: false })
    focusGame()
  }
  return (
    <div role="status" className="absolute inset-x-0 bottom-0 empty:hidden">
      {isUnkept && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-ink-1 px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-text">
          <p className="grow text-15">{t('unkept.text')}</p>
          <Button kind="secondary" size="small" onClick={dismiss}>
            {t('unkept.dismiss')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Announces once per tab: the game keeps nothing. A game saving by the SDK does. */
export async function showUnkept(project: string, saves: Pick<GameSaves, 'list'>): Promise<void> {
  const key = `playhub-unkept-${project}`
  const saved = await saves.list().catch(() => ({}))
  if (tabStore.get(key) !== null || Object.keys(saved).length > 0) return
  tabStore.set(key, 'told')
  changeCurrentPlay({ isUnkept: true })
}
