import type { LoginSession } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { navigate } from '../../../lib/browser/navigation.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { clearPlayer, signOut } from '../../../lib/player/player.ts'
import { LoginSessionRow } from './login-session-row.tsx'

const INITIALLY_SHOWN = 5

/** The player's login sessions, the current one first. */
export function LoginSessions({ loginSessions }: { loginSessions: LoginSession[] }) {
  const { t } = useTranslation('profile')
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = showsAll ? loginSessions : loginSessions.slice(0, INITIALLY_SHOWN)
  const endSession = useEndSession(() => list.current?.focus())
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('devices.title')}
        className="surface divide-y divide-line outline-none"
      >
        {shown.map((session) => (
          <LoginSessionRow key={session.id} session={session} onEnd={endSession} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <LogOutEverywhere />
        {shown.length < loginSessions.length && (
          <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
            {t('devices.showAll', { count: loginSessions.length })}
          </Button>
        )}
      </div>
    </>
  )
}

/**
 * Ends a login session; ending the current one logs out.
 * @param onRemove  Called before the row with the focus is removed.
 */
function useEndSession(onRemove: () => void) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const { revalidate } = useRevalidator()
  return async ({ id, isCurrent }: LoginSession): Promise<void> => {
    if (isCurrent) {
      await signOut()
      return leave(common('header.signedOut'))
    }
    await call('POST /me/login-sessions/{id}/revoke', { params: { id } }).catch(ignoreNotFound)
    toast.success(t('devices.ended'))
    onRemove()
    await revalidate()
  }
}

/** The session has already ended, in another tab or on its own device. */
function ignoreNotFound(error: unknown): void {
  if (!isRefusal(error, 'LOGIN_SESSION_NOT_FOUND')) throw error
}

function LogOutEverywhere() {
  const { t } = useTranslation('profile')
  const [isConfirming, setIsConfirming] = useState(false)
  const [isLeaving, run] = useAction()
  const logOut = () =>
    run(async () => {
      await call('POST /me/login-sessions/revoke-all')
      clearPlayer()
      leave(t('devices.everywhereDone'))
    })
  return (
    <>
      <Button
        kind="secondary"
        size="small"
        icon={<LogOut size={16} aria-hidden="true" />}
        onClick={() => setIsConfirming(true)}
      >
        {t('devices.everywhere')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('devices.everywhereQuestion')}
        description={t('devices.everywhereText')}
        confirmLabel={t('devices.everywhere')}
        isDanger
        isLoading={isLeaving}
        onConfirm={() => void logOut()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  )
}

function leave(message: string): void {
  toast.success(message)
  navigate('/')
}
