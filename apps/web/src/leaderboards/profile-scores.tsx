import type { MyScores, ScoreName } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { Card } from '@playhub/ui/card.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { RadioCards } from '@playhub/ui/form/radio-cards.tsx'
import { formatScore } from '@playhub/ui/format-score.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api/api.ts'
import { useInterfaceLanguage, usePageLanguage } from '../lib/context/page-context.ts'
import { useAction } from '../lib/feedback/use-action.ts'
import { usePlayer } from '../lib/player/player.ts'
import { Medal } from './achievement-list.tsx'

/** Shown in the profile: places and achievements by game, and how leaderboards show the player. */
export function ProfileScores({ scores }: { scores: MyScores }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  return (
    <>
      {scores.games.length === 0 && <p className="text-15 text-soft">{t('profile.empty')}</p>}
      {scores.games.map((game) => (
        <GameCard key={game.project} game={game} />
      ))}
      <NameChoice name={scores.name ?? 'number'} />
    </>
  )
}

function GameCard({ game }: { game: MyScores['games'][number] }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const language = useInterfaceLanguage()
  const pageLanguage = usePageLanguage()
  const { project, name, scores, achievements, achievementCount } = game
  return (
    <Card>
      <h3 className="text-15 font-semibold">
        <a href={`/games/${pageLanguage}/${project}/`} className="hover:text-warm">
          {localText(name, language)}
        </a>
      </h3>
      <dl className="mt-2 grid gap-1 text-15">
        {scores.map(({ board, score, rank }) => (
          <div key={board.id} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-soft">{localText(board.title, language)}</dt>
            <dd className="tabular-nums">
              {formatScore(score, board, language)} · {t('profile.place', { rank })}
            </dd>
          </div>
        ))}
      </dl>
      {achievementCount > 0 && (
        <p className="mt-2 text-14 text-soft">
          {t('profile.unlockedCount', { count: achievements.length, total: achievementCount })}
        </p>
      )}
      <ul className="mt-3 flex flex-wrap gap-2">
        {achievements.map((achievement) => {
          const title = achievement.title ? localText(achievement.title, language) : ''
          return (
            <li key={achievement.id} title={title}>
              <Medal achievement={achievement} />
              <span className="sr-only">{title}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function NameChoice({ name }: { name: ScoreName }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const player = usePlayer()
  const [chosen, setChosen] = useState(name)
  const [isPending, run] = useAction()
  const nickName = player.kind === 'player' ? player.nickName : ''
  const choose = (next: ScoreName) =>
    void run(async () => {
      await call('POST /me/scores/name', { body: { name: next } })
      setChosen(next)
      toast.success(t('nameQuestion.saved'))
    })
  return (
    <div aria-busy={isPending}>
      <RadioCards<ScoreName>
        legend={t('profile.nameTitle')}
        value={chosen}
        onChange={choose}
        cards={[
          { value: 'number', title: t('nameQuestion.number'), note: t('profile.numberNote') },
          { value: 'nickname', title: t('nameQuestion.nickname', { name: nickName }) },
          { value: 'hidden', title: t('nameQuestion.hidden'), note: t('profile.hiddenNote') },
        ]}
      />
    </div>
  )
}
