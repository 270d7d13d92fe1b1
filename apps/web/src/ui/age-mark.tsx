import { cx } from '@playhub/ui/cx.ts'
import { useTranslation } from 'react-i18next'

/** A game's age rating, such as 12+. Nothing for a game without one. */
export function AgeMark({ age, className }: { age: number | null; className?: string }) {
  const { t } = useTranslation('catalogue')
  if (age === null) return null
  return (
    <span
      role="img"
      aria-label={t('ageMark', { age })}
      className={cx('rounded-sm border border-current px-1 text-12 font-semibold leading-4', className)}
    >
      {age}+
    </span>
  )
}
