import { Button } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import type { GameIssue } from './watch-game.ts'

interface IssueBarProps {
  issue: GameIssue | null
  onWait(): void
  onReload(): void
  onHelp(): void
}

/** Shown over a silent game, or one off its page. The live region is there before it speaks. */
export function IssueBar({ issue, onWait, onReload, onHelp }: IssueBarProps) {
  const { t } = useTranslation('play')
  return (
    <div role="alert" className="absolute inset-x-0 bottom-0 z-10 empty:hidden">
      {issue && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-ink-1 px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-text">
          <p className="grow text-15">{t(`issue.${issue}`)}</p>
          <div className="flex flex-wrap gap-2">
            {issue === 'silent' && (
              <Button kind="secondary" size="small" onClick={onWait}>
                {t('issue.wait')}
              </Button>
            )}
            <Button size="small" onClick={onReload}>
              {t(issue === 'silent' ? 'issue.reload' : 'issue.back')}
            </Button>
            {issue === 'silent' && (
              <Button kind="quiet" size="small" onClick={onHelp}>
                {t('issue.help')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
