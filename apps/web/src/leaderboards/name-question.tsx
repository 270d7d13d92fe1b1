import type { ScoreName } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api/api.ts'
import { useAction } from '../lib/feedback/use-action.ts'
import { usePlayer } from '../lib/player/player.ts'
import { closeNameQuestion } from './shown-messages.ts'

/** Asks a player with a first score how to appear. It does not interrupt the game; without an answer it is a number. */
export function NameQuestion() {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const player = usePlayer()
  const [isPending, run] = useAction()
  const titleId = useId()
  if (player.kind === 'guest') return null
  const choose = (name: ScoreName) =>
    void run(async () => {
      await call('POST /me/scores/name', { body: { name } })
      closeNameQuestion()
    })
  const options = [
    { name: 'number', label: t('nameQuestion.number') },
    { name: 'nickname', label: t('nameQuestion.nickname', { name: player.nickName }) },
    { name: 'hidden', label: t('nameQuestion.hidden') },
  ] as const
  return (
    <section
      aria-labelledby={titleId}
      className="pointer-events-auto grid w-full max-w-xl grid-cols-1 gap-3 rounded-control border border-line bg-ink-1 p-4 text-text shadow-float animate-appear"
    >
      <h2 id={titleId} className="text-15 font-semibold">
        {t('nameQuestion.title')}
      </h2>
      <div className="flex flex-wrap gap-2">
        {options.map(({ name, label }) => (
          <Button
            key={name}
            kind="secondary"
            size="small"
            isLoading={isPending}
            className="max-w-full [&>span]:min-w-0"
            onClick={() => choose(name)}
          >
            <span className="truncate">{label}</span>
          </Button>
        ))}
        <Button kind="quiet" size="small" onClick={closeNameQuestion}>
          {t('nameQuestion.later')}
        </Button>
      </div>
    </section>
  )
}
