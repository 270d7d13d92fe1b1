import { Button } from '@playhub/ui/button.tsx'
import { saveFile } from '@playhub/ui/save-file.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx'
import { useAction } from '../../lib/use-action.ts'
import { checkFile, type DraftFile } from '../use-draft-file.ts'

type Props = { project: string; file: DraftFile }

/** A change of a file in the folder, which is deployed by hand. It stays at the bottom like the bar of a draft. */
export function PatchBar({ project, file }: Props) {
  const { t } = useTranslation('patch')
  const { text, status } = file
  const { path, baseSha256, publishedText, problems } = file.file
  const isChanged = text !== publishedText
  const [isPending, run] = useAction()
  const download = async () => {
    const { patch } = await checkFile(project, path, { text, baseSha256 })
    saveFile(`${project}.patch`, 'text/x-patch;charset=utf-8', patch ?? '')
  }
  return (
    <section
      aria-label={t('label')}
      className="sticky bottom-(--bar-height) z-20 -mx-4 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-ink-0 px-4 py-3 md:-mx-6 md:px-6"
    >
      <p className="grow basis-72 text-13 text-soft">
        {t(!isChanged ? 'none' : problems.length > 0 ? 'problems' : 'text')}
      </p>
      {isChanged && (
        <div className="ms-auto flex flex-wrap gap-2">
          <DiscardButton file={file} />
          <Button
            size="small"
            onClick={() => void run(download)}
            isLoading={isPending}
            isDisabled={status !== 'saved' || problems.length > 0}
            disabledReason={t(problems.length > 0 ? 'problems' : 'checking')}
          >
            {t('download')}
          </Button>
        </div>
      )}
    </section>
  )
}

function DiscardButton({ file }: Pick<Props, 'file'>) {
  const { t } = useTranslation('patch')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('discard')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('discardTitle')}
        consequence={t('discardConsequence')}
        confirmLabel={t('discard')}
        isDanger
        onConfirm={async () => file.change(file.file.publishedText)}
      />
    </>
  )
}
