import type { Achievement } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { cx } from '@playhub/ui/cx.ts'
import { Lock, Trophy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage } from '../lib/context/page-context.ts'

export function AchievementList({ achievements }: { achievements: Achievement[] }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  return (
    <section aria-labelledby="achievements">
      <h2 id="achievements" className="heading mb-4 text-18 md:text-24">
        {t('achievements')}
      </h2>
      <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
        {achievements.map((achievement) => (
          <AchievementCard key={achievement.id} achievement={achievement} />
        ))}
      </ul>
    </section>
  )
}

function AchievementCard({ achievement }: { achievement: Achievement }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const language = useInterfaceLanguage()
  const { title, description, points, progress, steps, unlockedAt } = achievement
  const isUnlocked = unlockedAt !== null
  const text = title ? description && localText(description, language) : t('hiddenText')
  return (
    <li className={cx('tinted-surface flex gap-4 p-4', !isUnlocked && 'text-soft')}>
      <Medal achievement={achievement} />
      <div className="min-w-0 grow">
        <h3 className="text-15 font-semibold wrap-anywhere">
          {title ? localText(title, language) : t('hidden')}
        </h3>
        {text && <p className="mt-0.5 text-14 text-soft wrap-anywhere">{text}</p>}
        <p className="mt-1 text-13 text-soft">
          {t('points', { count: points })}
          {' · '}
          {isUnlocked ? t('unlocked') : steps > 1 ? t('progress', { progress, steps }) : t('notUnlocked')}
        </p>
      </div>
    </li>
  )
}

export function Medal({ achievement }: { achievement: Achievement }) {
  const { icon, title, unlockedAt } = achievement
  const className = cx('grid size-11 shrink-0 place-items-center rounded-control bg-ink-2')
  const Icon = title ? Trophy : Lock
  return (
    <span className={className}>
      {icon ? (
        <img
          src={icon}
          alt=""
          width={32}
          height={32}
          loading="lazy"
          className={cx('size-8', unlockedAt === null && 'opacity-60 grayscale')}
        />
      ) : (
        <Icon size={20} className={unlockedAt === null ? 'text-soft' : 'text-warm'} aria-hidden="true" />
      )}
    </span>
  )
}
