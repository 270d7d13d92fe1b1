import type { ContentState, DraftText } from '@playhub/contract/operator'
import { maxContentText } from '@playhub/contract/operator/content-files'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx'
import { formatLanguage } from '../../lib/format.ts'
import { DraftConflict } from '../draft-conflict.tsx'
import { OtherEditors } from '../other-editors.tsx'
import { SaveState } from '../save-state.tsx'
import { SentenceList } from '../sentence-list.tsx'
import type { DraftFile } from '../use-draft-file.ts'

type Language = ContentState['languages'][number]

type Props = {
  language: Language
  file: DraftFile
  /** The document in other languages, from which a translation begins. */
  others: { language: Language; file: DraftText }[]
  isEditable: boolean
}

/** The source of a document in one language. */
export function DocumentText({ language, file, others, isEditable }: Props) {
  const { t, i18n } = useTranslation('content')
  const name = formatLanguage(language, i18n.language)
  const { problems, editors } = file.file
  if (file.text === null && file.status !== 'conflict')
    return <MissingText file={file} language={language} others={others} isEditable={isEditable} />
  return (
    <div className="grid min-w-0 content-start gap-3">
      <OtherEditors editors={editors} />
      <TextArea
        label={t('document.source', { language: name })}
        lang={language}
        rows={18}
        value={file.text ?? ''}
        readOnly={!isEditable}
        maxLength={maxContentText}
        spellCheck
        hint={isEditable ? t('document.hint') : undefined}
        onChange={(event) => file.change(event.target.value)}
      />
      <DraftConflict file={file} />
      {problems.length > 0 && (
        <div role="alert" className="text-fail">
          <SentenceList label={t('document.problems')} sentences={problems} />
        </div>
      )}
      {isEditable && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <SaveState file={file} />
          <DeleteButton file={file} language={name} />
        </div>
      )}
    </div>
  )
}

function MissingText({ file, language, others, isEditable }: Props) {
  const { t, i18n } = useTranslation('content')
  const [first] = others
  const name = (code: Language) => formatLanguage(code, i18n.language)
  return (
    <div className="grid content-start justify-items-start gap-4 rounded-control border border-dashed border-line-strong p-5">
      <p className="text-15">
        {first
          ? t('document.missing', { language: name(language), other: name(first.language) })
          : t('document.missingAll')}
      </p>
      {isEditable && (
        <div className="flex flex-wrap gap-2">
          {others.map((other) => (
            <Button
              key={other.language}
              kind={other === first ? 'primary' : 'secondary'}
              size="small"
              onClick={() => file.change(other.file.text)}
            >
              {t('document.startCopy', { language: name(other.language) })}
            </Button>
          ))}
          <Button
            kind="secondary"
            size="small"
            onClick={() => file.change(`# ${t('document.startTitle')}\n\n`)}
          >
            {t('document.startEmpty')}
          </Button>
        </div>
      )}
      <SaveState file={file} />
    </div>
  )
}

function DeleteButton({ file, language }: { file: DraftFile; language: string }) {
  const { t } = useTranslation('content')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('document.delete', { language })}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('document.deleteTitle', { language })}
        consequence={t('document.deleteConsequence')}
        confirmLabel={t('document.delete', { language })}
        isDanger
        onConfirm={async () => {
          file.change(null)
          await file.save()
          toast.success(t('document.deleted'))
        }}
      />
    </>
  )
}
