import type { BuildProblem } from '@playhub/contract'
import { BuildProblemList } from '@playhub/ui/build-problems.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { uploadToOperator } from '../../lib/api.ts'
import { getErrorMessage } from '../../lib/error-message.ts'

/** Publishes a dropped or chosen zip, and lists why it is refused. */
export function BuildUpload({ project }: { project: string }) {
  const { t } = useTranslation('game-servers')
  const { file, error, upload } = useUpload(project)
  const accept = (files: FileList | null) => {
    const [chosen] = files ?? []
    if (chosen && !file) void upload(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    accept(event.dataTransfer.files)
  }
  const problems = error instanceof ApiRefusal ? listProblems(error) : []
  return (
    <div className="mb-5">
      <label
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        className="flex cursor-pointer items-center justify-center gap-3 rounded-lg border border-dashed border-line-strong p-6 text-15 focus-within:outline-2"
      >
        <Upload size={18} aria-hidden="true" />
        <span aria-live="polite">{file ? t('builds.uploading', { name: file.name }) : t('builds.drop')}</span>
        <input
          type="file"
          accept=".zip,application/zip"
          aria-label={t('builds.choose')}
          disabled={file !== undefined}
          onChange={(event) => {
            accept(event.target.files)
            event.target.value = ''
          }}
          className="sr-only"
        />
      </label>
      {error !== undefined && (
        <div className="mt-3">
          <ErrorBanner>{problems.length > 0 ? t('builds.refused') : getErrorMessage(error)}</ErrorBanner>
          <BuildProblemList problems={problems} />
        </div>
      )}
    </div>
  )
}

function useUpload(project: string) {
  const { t } = useTranslation('game-servers')
  const { revalidate } = useRevalidator()
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<unknown>()
  async function upload(chosen: File): Promise<void> {
    setFile(chosen)
    setError(undefined)
    try {
      const { data } = await uploadToOperator(
        'POST /game-servers/{project}/builds/archive',
        { params: { project } },
        chosen,
      )
      toast.success(t('builds.published', { number: data.result.number }))
      await revalidate()
    } catch (cause) {
      setError(cause)
    } finally {
      setFile(undefined)
    }
  }
  return { file, error, upload }
}

function listProblems({ details }: ApiRefusal): BuildProblem[] {
  const { problems } = details
  return Array.isArray(problems) ? problems : []
}
