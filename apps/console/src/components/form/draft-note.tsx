import { useTranslation } from 'react-i18next'

/** Marks a form with an earlier draft, which can be discarded. */
export function DraftNote({ draft }: { draft: { isRestored: boolean; clear: () => void } }) {
  const { t } = useTranslation()
  return (
    <p role="status" className="text-13 text-soft empty:hidden">
      {draft.isRestored && (
        <>
          {t('drafts.restored')}{' '}
          <button type="button" onClick={draft.clear} className="min-h-6 text-text underline">
            {t('drafts.discard')}
          </button>
        </>
      )}
    </p>
  )
}
