import { Copy, Download } from 'lucide-react'
import { Button } from './button.tsx'
import { copyText } from './copy-button.tsx'
import { cx } from './cx.ts'
import { toast } from './feedback/toast.ts'
import { saveFile } from './save-file.ts'

/** Recovery codes to copy or to download, which the server does not show again. */
export function RecoveryCodeList(props: {
  codes: readonly string[]
  labels: { copy: string; copied: string; download: string }
  file: { name: string; heading?: string }
  className: string
}) {
  const { codes, labels, file, className } = props
  const text = codes.join('\n')
  const copy = async () => {
    await copyText(text)
    toast.success(labels.copied)
  }
  const heading = file.heading === undefined ? '' : `${file.heading}\n\n`
  return (
    <div>
      <ol className={cx('numeric grid gap-1 rounded-control border border-line text-center', className)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button
          kind="secondary"
          size="small"
          icon={<Copy size={16} aria-hidden="true" />}
          data-keeps-open
          onClick={() => void copy()}
        >
          {labels.copy}
        </Button>
        <Button
          kind="secondary"
          size="small"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => saveFile(file.name, 'text/plain', `${heading}${text}\n`)}
        >
          {labels.download}
        </Button>
      </div>
    </div>
  )
}
