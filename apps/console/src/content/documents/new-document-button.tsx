import type { RecognisedLanguage } from '@playhub/contract/languages'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx'
import { toDocumentPath } from '../document-path.ts'
import { putDraftFile } from '../use-draft-file.ts'

type Props = {
  /** Names of other documents. */
  taken: readonly string[]
  /** Of the first text. */
  language: RecognisedLanguage
}

const empty = { name: '', heading: '', isChecked: false }

/** Begins a document in the draft. */
export function NewDocumentButton({ taken, language }: Props) {
  const { t } = useTranslation('content')
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [form, setForm] = useState(empty)
  const { name, heading, isChecked } = form
  const nameError = !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)
    ? t('newDocument.nameInvalid')
    : taken.includes(name)
      ? t('newDocument.nameTaken')
      : undefined
  const headingError = heading.trim() === '' ? t('newDocument.headingMissing') : undefined
  return (
    <>
      <Button
        kind="secondary"
        size="small"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('documents.new')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('newDocument.title')}
        consequence={t('newDocument.text')}
        confirmLabel={t('newDocument.create')}
        onClear={() => setForm(empty)}
        check={() => {
          setForm({ ...form, isChecked: true })
          return !nameError && !headingError
        }}
        onConfirm={async () => {
          const text = `# ${heading.trim()}\n\n`
          await putDraftFile(hubFiles, toDocumentPath({ name, language }), { text, baseSha256: null })
          await navigate(`/content/documents/${name}?language=${language}`)
        }}
      >
        <Field
          label={t('newDocument.heading')}
          value={heading}
          onChange={(event) => setForm({ ...form, heading: event.target.value })}
          error={isChecked ? headingError : undefined}
        />
        <Field
          label={t('newDocument.name')}
          hint={t('newDocument.nameHint')}
          value={name}
          maxLength={operatorLimits.slug}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setForm({ ...form, name: event.target.value.trim().toLowerCase() })}
          error={isChecked ? nameError : undefined}
        />
      </ConfirmDialog>
    </>
  )
}
