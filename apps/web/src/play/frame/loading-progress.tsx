import { useTranslation } from 'react-i18next'

/** The game's loaded share, from 0 to 1. */
export function LoadingProgress({ ratio }: { ratio: number }) {
  const { t } = useTranslation('play')
  const percent = Math.round(ratio * 100)
  return (
    <div
      role="progressbar"
      aria-label={t('progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="absolute bottom-1/8 left-1/2 h-1.5 -translate-x-1/2 w-[min(320px,66vw)] overflow-hidden rounded-full bg-ink-3"
    >
      <div
        className="h-full origin-left rounded-full bg-text transition-transform duration-150 rtl:origin-right"
        style={{ transform: `scaleX(${ratio})` }}
      />
    </div>
  )
}
