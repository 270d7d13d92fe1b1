import type { Me } from '@playhub/contract'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api/api.ts'
import {
  acceptOfferedToken,
  accessToken,
  dropOfferedToken,
  offeredToken,
} from '../lib/context/hub-context.ts'
import { showToast } from '../lib/feedback/show-toast.ts'
import { knownPlayer, updatePlayer, usePlayer } from '../lib/player/player.ts'
import { rememberConfirmedPlayer } from './link-question-dialog.tsx'

/** Decides about a token from a URL while a login was in use, and asks before replacing another player's. */
export function OfferedLogin() {
  const { t } = useTranslation('accounts')
  const player = usePlayer()
  const [offered, setOffered] = useState<Me | null>(null)
  useEffect(() => void checkOfferedLogin().then(setOffered), [])
  if (!offered || player.kind === 'guest') return null
  const name = offered.nickName || offered.userId
  const current = player.nickName || player.userId
  return (
    <ConfirmDialog
      isOpen
      title={<span className="wrap-anywhere">{t('offeredLogin.title', { name })}</span>}
      description={<span className="wrap-anywhere">{t('offeredLogin.text', { name, current })}</span>}
      confirmLabel={t('offeredLogin.accept')}
      cancelLabel={t('offeredLogin.decline')}
      onConfirm={() => continueAs(offered)}
      onClose={dropOfferedToken}
    />
  )
}

/**
 * Drops a dead token, and uses one for the same player.
 * @returns the player whose token needs consent; null when there is nothing to ask.
 */
async function checkOfferedLogin(): Promise<Me | null> {
  const token = offeredToken()
  if (!token) return null
  try {
    const { result } = (await call('GET /me', {}, { token })).data
    const player = await knownPlayer()
    // Meanwhile the login in use may have ended, and the token has taken its place.
    if (offeredToken() !== token) return null
    if (player.kind === 'player' && player.userId !== result.userId) return result
    const isSamePlayer = accessToken() !== null
    if (isSamePlayer) rememberConfirmedPlayer(result.userId)
    acceptOfferedToken({ isSamePlayer })
    updatePlayer(result)
  } catch (error) {
    if (!isRefusal(error, 'UNAUTHORIZED')) return null
    dropOfferedToken()
    void showToast('error', (t) => t('errors:refusal.UNAUTHORIZED'), 'UNAUTHORIZED')
  }
  return null
}

/** The page is loaded again, because it may show what belongs to the other player. */
function continueAs(player: Me): void {
  rememberConfirmedPlayer(player.userId)
  acceptOfferedToken({ isSamePlayer: false })
  updatePlayer(player)
  location.reload()
}
