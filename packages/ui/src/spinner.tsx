import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'

export function Spinner(props: { className?: string; label?: string }) {
  const { t } = useTranslation()
  return (
    <span role="status" className={cx('inline-grid place-items-center', props.className)}>
      <svg viewBox="0 0 48 48" className="size-12 animate-spin" aria-hidden="true">
        <title>{props.label ?? t('loading')}</title>
        <circle cx="24" cy="24" r="20" fill="none" stroke="var(--line)" strokeWidth="4" />
        <path
          d="M24 4a20 20 0 0 1 20 20"
          fill="none"
          stroke="var(--accent-to)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{props.label ?? t('loading')}</span>
    </span>
  )
}

/** Fills the space between header and footer. */
export function FullPageSpinner() {
  const { t } = useTranslation()
  return (
    <main id="content" className="grid grow place-items-center py-8" aria-busy="true">
      <h1 className="sr-only">{t('loading')}</h1>
      <Spinner />
    </main>
  )
}
