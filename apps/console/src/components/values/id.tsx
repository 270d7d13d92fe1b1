import { copyText } from '@playhub/ui/copy-button.tsx'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortenId } from '../../lib/format.ts'

/** An id, shortened in the middle, with a copy button. */
export function Id({ value }: { value: string }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await copyText(value)
    setIsCopied(true)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <span className="inline-flex items-center gap-0.5 whitespace-nowrap">
      <code title={value} className="numeric font-mono text-13">
        {shortenId(value)}
      </code>
      <button
        type="button"
        aria-label={t('copyId', { id: value })}
        title={t(isCopied ? 'copied' : 'copy')}
        onClick={() => void copy()}
        onPointerLeave={() => setIsCopied(false)}
        onBlur={() => setIsCopied(false)}
        className="relative z-1 grid size-7 place-items-center rounded-md text-soft hover:bg-ink-2 hover:text-text max-md:-my-2.5 max-md:size-11"
      >
        <Icon size={14} aria-hidden="true" className={isCopied ? 'text-paid' : undefined} />
      </button>
      <span role="status" className="sr-only">
        {isCopied && t('copied')}
      </span>
    </span>
  )
}
