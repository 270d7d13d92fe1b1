import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { toast } from './feedback/toast.ts'

/** Copies a text and confirms with a toast and a tick, which stays until the pointer leaves. */
export function CopyButton(props: { text: string; label: string; confirmation: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await copyText(props.text)
    setIsCopied(true)
    toast.success(props.confirmation)
  }
  return (
    <IconButton
      label={props.label}
      data-keeps-open
      onClick={copy}
      onPointerLeave={() => setIsCopied(false)}
      onBlur={() => setIsCopied(false)}
    >
      {isCopied ? <Check size={18} className="text-paid" /> : <Copy size={18} />}
    </IconButton>
  )
}

/** Falls back to `execCommand` in frames without the clipboard permission. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    document.body.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
}
