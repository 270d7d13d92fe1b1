import { cx } from '@playhub/ui/cx.ts'
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Takes one file, dropped or chosen. */
export function DropArea(props: {
  label: string
  /** Name of the file on its way. */
  uploading: string | undefined
  onFile: (file: File) => void
  describedBy?: string | undefined
}) {
  const { t } = useTranslation('pictures')
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const accept = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && props.uploading === undefined) props.onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    accept(event.dataTransfer.files)
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        'flex min-h-24 grow cursor-pointer flex-col items-center justify-center gap-1 rounded-lg border border-dashed p-4 text-center text-14',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool',
        isOver ? 'border-text bg-ink-2' : 'border-line-strong hover:border-text',
      )}
    >
      <span className="inline-flex items-center gap-2" aria-live="polite">
        <Upload size={18} aria-hidden="true" />
        {props.uploading === undefined ? t('drop') : t('uploading', { name: props.uploading })}
      </span>
      <span className="text-13 text-soft">{t('limits')}</span>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={`${props.label}: ${t('choose')}`}
        aria-describedby={props.describedBy}
        disabled={props.uploading !== undefined}
        onChange={(event) => {
          accept(event.target.files)
          event.target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
