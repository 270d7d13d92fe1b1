import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api/api.ts'
import { useAction } from '../lib/feedback/use-action.ts'
import { formatDayAndMonth } from '../lib/language/format-date.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { clearPlayer, currentPlayer } from '../lib/player/player.ts'
import { LoginCard } from './forms/login-card.tsx'

export const handle: RouteHandle = { title: (messages) => messages.t('accounts:undo.title') }

type Stage = 'asking' | 'done' | 'waiting' | 'invalid'

/** Linked in emails about an account change. Opening it changes nothing: mail scanners open links. */
export function Component() {
  const { t, i18n } = useTranslation('accounts')
  const [token] = useState(() => globalThis.location?.hash.slice(1) ?? '')
  const [stage, setStage] = useState<Stage>(token ? 'asking' : 'invalid')
  const [date, setDate] = useState('')
  const [isPending, run] = useAction()
  useEffect(() => history.replaceState(history.state, '', location.pathname + location.search), [])
  const undo = () =>
    run(async () => {
      try {
        const { effectiveAt } = await call('POST /auth/undo-account-change', { body: { token } })
        await clearEndedLogin()
        if (effectiveAt !== null) setDate(formatDayAndMonth(effectiveAt, i18n.language))
        setStage(effectiveAt === null ? 'done' : 'waiting')
      } catch (error) {
        if (!isRefusal(error, 'UNDO_LINK_INVALID')) throw error
        setStage('invalid')
      }
    })
  return (
    <LoginCard title={t(`undo.${stage}.title`)} text={t(`undo.${stage}.text`, { date })}>
      <div className="flex flex-col gap-2" role={stage === 'asking' ? undefined : 'status'}>
        {stage === 'asking' && (
          <Button
            isWide
            icon={<ShieldCheck size={20} aria-hidden="true" />}
            isLoading={isPending}
            onClick={() => void undo()}
          >
            {t('undo.action')}
          </Button>
        )}
        {stage !== 'asking' && (
          <>
            <LinkButton kind="primary" isWide href="/session/login">
              {t('undo.login')}
            </LinkButton>
            <LinkButton kind="quiet" isWide href="/auth/recovery-password">
              {t('undo.recover')}
            </LinkButton>
          </>
        )}
      </div>
    </LoginCard>
  )
}

/** This browser may be logged in to the account, or to another one. */
async function clearEndedLogin(): Promise<void> {
  const player = currentPlayer()
  if (player.kind === 'guest') return
  const { data } = await call('GET /auth/check/{jwt}', { params: { jwt: player.jwt } })
  if (!data.result) clearPlayer()
}
