import type { Me } from '@playhub/contract'
import { useTranslation } from 'react-i18next'
import { useRevalidator, useSearchParams } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { toast } from '../../../lib/feedback/toast.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { formatDayAndMonth } from '../../../lib/language/format-date.ts'
import { updatePlayer } from '../../../lib/player/player.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a player may change their mind; the server decides, this one is for the question beforehand. */
const UNDO_MS = 14 * DAY_MS

/** Asking for the account to be deleted, and taking that back. The question is in the address: other pages link to it. */
export function useDeletion(me: Me) {
  const { t, i18n } = useTranslation('profile')
  const [query, setQuery] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [isUnderWay, attempt] = useAction()
  const dayOf = ({ deletionAt }: Me) => formatDayAndMonth(deletionAt ?? Date.now() + UNDO_MS, i18n.language)
  const setAsking = (isAsking: boolean) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (isAsking) after.set('ask', 'deletion')
        else after.delete('ask')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const confirm = () =>
    attempt(async () => {
      const settled = (await call('POST /me/deletion')).data.result
      updatePlayer(settled)
      toast.info(t('deletion.asked', { date: dayOf(settled) }))
      await revalidate()
      setAsking(false)
    })
  const keep = (onKept?: () => void) =>
    attempt(async () => {
      updatePlayer((await call('POST /me/deletion/undo')).data.result)
      toast.success(t('deletion.kept'))
      onKept?.()
      await revalidate()
    })
  return {
    day: dayOf(me),
    isAsking: query.get('ask') === 'deletion',
    ask: () => setAsking(true),
    stopAsking: () => setAsking(false),
    isUnderWay,
    confirm: () => void confirm(),
    keep: (onKept?: () => void) => void keep(onKept),
  }
}
