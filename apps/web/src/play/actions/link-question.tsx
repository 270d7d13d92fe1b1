import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusGame } from '../frame-focus.ts'
import { leaveFrameFullScreen } from '../full-screen/full-screen.ts'

type LinkRequest = { url: string; close(): void }

/** Asks the player before a game's link opens in a new tab. The frame itself may not open windows. */
export function useLinkQuestion(): { openLink(url: string): Promise<void>; linkQuestion: ReactNode } {
  const [request, setRequest] = useState<LinkRequest | null>(null)
  const openLink = useCallback(async (url: string) => {
    await leaveFrameFullScreen()
    return new Promise<void>((resolve) => {
      const close = () => {
        setRequest(null)
        resolve()
        focusGame()
      }
      setRequest({ url, close })
    })
  }, [])
  return { openLink, linkQuestion: request && <LinkQuestion {...request} /> }
}

function LinkQuestion({ url, close }: LinkRequest) {
  const { t } = useTranslation('play')
  const open = () => {
    window.open(url, '_blank', 'noopener')
    close()
  }
  return (
    <ConfirmDialog
      isOpen
      title={<span className="wrap-anywhere">{t('link.title', { host: new URL(url).host })}</span>}
      description={t('link.text')}
      confirmLabel={t('link.open')}
      onConfirm={open}
      onClose={close}
    />
  )
}
