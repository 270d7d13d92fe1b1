import { localText } from '@playhub/contract/languages'
import { Trophy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage } from '../lib/context/page-context.ts'
import { loadMessages } from '../lib/language/messages.ts'
import { NameQuestion } from './name-question.tsx'
import { useShownMessages } from './shown-messages.ts'

/** Shown over the running game, below its bar: an unlocked achievement, and the question at the first score. */
export function ScoreMessages() {
  const { achievement, asksForName } = useShownMessages()
  const isReady = useMessages(achievement !== null || asksForName)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 z-10 grid grid-cols-1 justify-items-center gap-2 px-3">
      {/* The live region is there before it speaks. */}
      <div role="status" className="contents">
        {isReady && achievement?.title && (
          <Unlocked title={achievement.title} icon={achievement.icon} points={achievement.points} />
        )}
      </div>
      {isReady && asksForName && <NameQuestion />}
    </div>
  )
}

function Unlocked(props: { title: Record<string, string>; icon: string | null; points: number }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const title = localText(props.title, useInterfaceLanguage())
  return (
    <p className="flex max-w-full items-center gap-3 rounded-control border border-line bg-ink-2 px-4 py-3 text-15 text-text shadow-float animate-appear">
      {props.icon ? (
        <img src={props.icon} alt="" width={24} height={24} className="size-6 shrink-0" />
      ) : (
        <Trophy size={20} className="shrink-0 text-warm" aria-hidden="true" />
      )}
      <span className="min-w-0 wrap-anywhere">{t('unlockedNow', { title })}</span>
      <span className="shrink-0 text-14 text-soft">{t('points', { count: props.points })}</span>
    </p>
  )
}

/** Messages loaded at their first use. */
function useMessages(isNeeded: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isNeeded && !isReady)
      loadMessages('game').then(
        () => setReady(true),
        () => undefined,
      )
  }, [isNeeded, isReady])
  return isReady
}
