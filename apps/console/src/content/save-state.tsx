import { useTranslation } from 'react-i18next'
import { StateWord } from '../components/values/state-word.tsx'
import { getErrorMessage } from '../lib/error-message.ts'
import type { DraftFile } from './use-draft-file.ts'

/** Says if the hub has what was typed. */
export function SaveState({ file }: { file: DraftFile }) {
  const { t } = useTranslation('content')
  const { status } = file
  return (
    <p role="status" className="flex min-h-6 flex-wrap items-center gap-x-3 text-13 text-soft">
      {status === 'saved' && file.file.sha256 !== file.file.baseSha256 && (
        <StateWord tone="good">{t(file.isStored ? 'save.saved' : 'save.checked')}</StateWord>
      )}
      {(status === 'saving' || status === 'unsaved') && t('save.saving')}
      {status === 'offline' && <StateWord tone="waiting">{t('save.offline')}</StateWord>}
      {status === 'failed' && (
        <StateWord tone="bad">{t('save.failed', { reason: getErrorMessage(file.error) })}</StateWord>
      )}
      {(status === 'offline' || status === 'failed') && (
        <button type="button" onClick={() => void file.save()} className="min-h-6 text-text underline">
          {t('save.retry')}
        </button>
      )}
    </p>
  )
}
