import type { Trial, TrialQuery } from '@playhub/contract'
import { portalNames, portalSdks } from '@playhub/contract/plays/portal-sdks'
import { BuildProblemList, formatBytes, useProblemText } from '@playhub/ui/build-problems.tsx'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { FileArchive, FolderOpen } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { readErrorCode } from '../../lib/feedback/load.ts'
import { CopyReportButton } from '../copy-report-button.tsx'
import { type PickedFile, readDrop, readInput } from './picked-files.ts'
import { type UploadFailure, type UploadProgress, useUpload } from './use-upload.ts'
import { FileUnreadable } from './zip-files.ts'

type Props = { maxBytes: number; onAccepted: (trial: Trial, name: string) => void }

/** Takes a build as a zip or a folder, dropped or chosen. */
export function UploadForm({ maxBytes, onAccepted }: Props) {
  const { t, i18n } = useTranslation('developers')
  const [compat, setCompat] = useState<TrialQuery['compat']>()
  const { progress, failure, start, cancel } = useUpload({ maxBytes, compat, onAccepted })
  const [isOver, setIsOver] = useState(false)
  const setOver = (next: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(next)
  }
  const drop = (event: DragEvent) => {
    setOver(false)(event)
    if (event.dataTransfer.types.includes('Files')) void start(readDrop(event.dataTransfer))
  }
  return (
    <section aria-labelledby="upload" className="mt-5 max-w-[48rem]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons do the same without a pointer */}
      <div
        onDragOver={setOver(true)}
        onDragLeave={setOver(false)}
        onDrop={drop}
        className={cx(
          'rounded-card border border-dashed p-4 md:p-5',
          isOver ? 'border-text bg-ink-2' : 'border-line-strong',
        )}
      >
        <h2 id="upload" className="text-15 font-medium">
          {t('upload.title')}
        </h2>
        <p className="mt-1 text-13 text-pretty text-soft">
          {t('upload.hint', { limit: formatBytes(maxBytes, i18n.language) })}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <PickButton icon={<FileArchive size={18} />} label={t('upload.zip')} onPick={start} />
          <PickButton icon={<FolderOpen size={18} />} label={t('upload.folder')} onPick={start} isFolder />
        </div>
        <PortalChoice compat={compat} onChoose={setCompat} />
        <Progress progress={progress} onCancel={cancel} />
      </div>
      {failure && <Failure failure={failure} />}
    </section>
  )
}

/** The portal whose SDK is replaced; a build may hide the one it loads. */
function PortalChoice(props: {
  compat: TrialQuery['compat']
  onChoose: (compat: TrialQuery['compat']) => void
}) {
  const { t } = useTranslation('developers')
  const choose = (value: string) =>
    props.onChoose(value === 'none' ? value : portalSdks.find((sdk) => sdk === value))
  return (
    <label className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-15">
      {t('upload.portal')}
      <select
        className="h-11 min-w-0 rounded-control border border-line-strong bg-ink-0 px-3 text-15"
        value={props.compat ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t('upload.portalLoaded')}</option>
        <option value="none">{t('upload.portalNone')}</option>
        {portalSdks.map((sdk) => (
          <option key={sdk} value={sdk}>
            {portalNames[sdk]}
          </option>
        ))}
      </select>
    </label>
  )
}

function PickButton(props: {
  icon: ReactNode
  label: string
  onPick: (files: PickedFile[]) => void
  isFolder?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const kind = props.isFolder ? { webkitdirectory: '' } : { accept: '.zip,application/zip' }
  return (
    <>
      <Button kind="secondary" size="small" icon={props.icon} onClick={() => input.current?.click()}>
        {props.label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        {...kind}
        onChange={({ target }) => {
          const files = readInput(target.files ?? [])
          // The same file may be chosen again, after it was corrected.
          target.value = ''
          props.onPick(files)
        }}
      />
    </>
  )
}

function Progress({ progress, onCancel }: { progress: UploadProgress | null; onCancel: () => void }) {
  const { t } = useTranslation('developers')
  const label = useId()
  return (
    <div className={cx(progress && 'mt-4 flex flex-wrap items-center gap-x-4 gap-y-2')}>
      <p id={label} role="status" className="text-15">
        {progress && t(`upload.step.${progress.step}`)}
      </p>
      {progress && progress.step !== 'done' && (
        <>
          <progress aria-labelledby={label} value={progress.ratio} className="h-2 min-w-32 grow" />
          <Button kind="quiet" size="small" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </>
      )}
    </div>
  )
}

function Failure({ failure: { name, problems, error } }: { failure: UploadFailure }) {
  const { t } = useTranslation('developers')
  const toText = useProblemText()
  const toMessage = useStartError()
  const toReason = () =>
    error instanceof FileUnreadable ? t('upload.unreadable', { path: error.message }) : toMessage(error)
  return (
    <div className="mt-3">
      <ErrorBanner>{problems.length > 0 ? t('upload.refused', { name }) : toReason()}</ErrorBanner>
      {problems.length > 0 && (
        <>
          <BuildProblemList problems={problems} />
          <CopyReportButton
            className="mt-3"
            createReport={() => ({
              title: t('title'),
              subject: name,
              problems: problems.map((problem) => ({ path: problem.path, text: toText(problem) })),
            })}
          />
        </>
      )}
    </div>
  )
}

/** Says why a check could not start. */
export function useStartError(): (error: unknown) => string {
  const { t } = useTranslation('developers')
  const toMessage = useErrorMessage()
  return (error) => {
    const code = readErrorCode(error)
    return code === 'UNAUTHORIZED' ? t('needsLogin') : (toMessage(code ?? undefined) ?? t('failed'))
  }
}
