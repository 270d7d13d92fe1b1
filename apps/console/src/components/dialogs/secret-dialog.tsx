import { Button } from '@playhub/ui/button.tsx'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Undefined while there is nothing to show. */
  secret: string | undefined
  onClose: () => void
  title: string
  text: string
  /** Names the secret: "Set-up link". */
  label: string
  /** When it ends. */
  note?: ReactNode
}

/** A link or key shown once. Only the button closes it. */
export function SecretDialog({ secret, onClose, title, text, label, note }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={secret !== undefined}
      onClose={onClose}
      title={title}
      description={text}
      mustBeAnswered
      actions={
        <Button size="small" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <div className="grid gap-2">
        <p className="text-13 text-soft">{label}</p>
        <div className="flex items-start gap-1 rounded-control border border-line bg-ink-0 ps-3">
          <code className="min-w-0 grow py-3 text-13 wrap-anywhere select-all">{secret}</code>
          <CopyButton text={secret ?? ''} label={t('copy')} confirmation={t('copied')} />
        </div>
        {note && <p className="text-13 text-soft">{note}</p>}
      </div>
    </Dialog>
  )
}
