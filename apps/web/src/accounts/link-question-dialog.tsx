import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '../lib/browser/navigation.ts'
import { localStore } from '../lib/browser/storage.ts'
import { clearPlayer, usePlayer } from '../lib/player/player.ts'

/** "Continue as X?", until somebody in this browser has agreed to be X. */
export function LinkQuestionDialog() {
  const { t } = useTranslation('accounts')
  const player = usePlayer()
  const [isAnswered, setAnswered] = useState(false)
  // Details for a token in a link arrive after the page.
  if (isAnswered || player.kind === 'guest' || !player.userId || isConfirmedPlayer(player.userId)) return null
  const name = player.nickName || player.userId
  const accept = () => {
    rememberConfirmedPlayer(player.userId)
    setAnswered(true)
  }
  return (
    <ConfirmDialog
      isOpen
      title={<span className="wrap-anywhere">{t('linkQuestion.title', { name })}</span>}
      description={<span className="wrap-anywhere">{t('linkQuestion.text', { name })}</span>}
      confirmLabel={t('linkQuestion.accept')}
      cancelLabel={t('linkQuestion.decline')}
      onConfirm={accept}
      onClose={leaveAccount}
    />
  )
}

/** The login is somebody else's, so it ends in this browser only. */
function leaveAccount(): void {
  clearPlayer()
  navigate('/', { replace: true })
}

/** The player id last confirmed by somebody in this browser. */
const confirmedKey = 'playhub-confirmed-player'
const isConfirmedPlayer = (userId: string) => localStore.get(confirmedKey) === userId
export const rememberConfirmedPlayer = (userId: string) => localStore.set(confirmedKey, userId)
