import type { LoginSession } from '@playhub/contract'
import { LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call, isRefusal } from '../../../lib/api/api.ts'
import { navigate } from '../../../lib/browser/navigation.ts'
import { toast } from '../../../lib/feedback/toast.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { clearPlayer, signOut } from '../../../lib/player/player.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { DeviceRow } from './login-session-row.tsx'

const SHOWN_AT_FIRST = 5

/** Every login of the player, this one first; each can be ended, or all at once. */
export function Devices({ loginSessions }: { loginSessions: LoginSession[] }) {
  const { t } = useTranslation('profile')
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = isWhole ? loginSessions : loginSessions.slice(0, SHOWN_AT_FIRST)
  const endOne = useEndingOne(() => list.current?.focus())
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('devices.title')}
        className="surface divide-y divide-line outline-none"
      >
        {shown.map((session) => (
          <DeviceRow key={session.id} session={session} onEnd={endOne} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <LogOutEverywhere />
        {shown.length < loginSessions.length && (
          <Button kind="quiet" size="small" onClick={() => setIsWhole(true)}>
            {t('devices.showAll', { count: loginSessions.length })}
          </Button>
        )}
      </div>
    </>
  )
}

/**
 * Ends a login: this one leads out to the catalogue, another one leaves the list.
 * @param onGone  The row is about to go, and the focus with it.
 */
function useEndingOne(onGone: () => void) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const { revalidate } = useRevalidator()
  return async ({ id, isCurrent }: LoginSession): Promise<void> => {
    if (isCurrent) {
      await signOut()
      return leave(common('header.signedOut'))
    }
    await call('POST /me/login-sessions/{id}/revoke', { params: { id } }).catch(acceptEnded)
    toast.success(t('devices.ended'))
    onGone()
    await revalidate()
  }
}

/** Somebody else was faster: what was asked for is done. */
function acceptEnded(error: unknown): void {
  if (!isRefusal(error, 'LOGIN_SESSION_NOT_FOUND')) throw error
}

function LogOutEverywhere() {
  const { t } = useTranslation('profile')
  const [isAsked, setIsAsked] = useState(false)
  const [isLeaving, attempt] = useAction()
  const logOut = () =>
    attempt(async () => {
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
        onClick={() => setIsAsked(true)}
      >
        {t('devices.everywhere')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('devices.everywhereQuestion')}
        description={t('devices.everywhereText')}
        confirmLabel={t('devices.everywhere')}
        isDanger
        isLoading={isLeaving}
        onConfirm={() => void logOut()}
        onClose={() => setIsAsked(false)}
      />
    </>
  )
}

function leave(words: string): void {
  toast.success(words)
  navigate('/')
}
