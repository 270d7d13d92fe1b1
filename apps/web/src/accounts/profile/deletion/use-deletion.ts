import type { Me } from '@playhub/contract'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useTranslation } from 'react-i18next'
import { useRevalidator, useSearchParams } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { formatDayAndMonth } from '../../../lib/language/format-date.ts'
import { updatePlayer } from '../../../lib/player/player.ts'
import { useReauthentication } from '../../reauthentication/reauthentication.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
/** Time in which a deletion can be cancelled, for the dialog only: the server decides. */
const UNDO_MS = 14 * DAY_MS

/** Requests and cancels account deletion. The dialog has its own URL, because other pages link to it. */
export function useDeletion(me: Me) {
  const { t, i18n } = useTranslation('profile')
  const [query, setQuery] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction()
  const withReauthentication = useReauthentication()
  const formatDeletionDate = ({ deletionAt }: Me) =>
    formatDayAndMonth(deletionAt ?? Date.now() + UNDO_MS, i18n.language)
  const setDialogOpen = (isOpen: boolean) =>
    setQuery(
      (previous) => {
        const next = new URLSearchParams(previous)
        if (isOpen) next.set('ask', 'deletion')
        else next.delete('ask')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const request = () =>
    run(async () => {
      const schedule = async () => {
        const updated = (await call('POST /me/deletion')).data.result
        updatePlayer(updated)
        toast.info(t('deletion.asked', { date: formatDeletionDate(updated) }))
      }
      if (!(await withReauthentication(schedule, () => setDialogOpen(false)))) return
      await revalidate()
      setDialogOpen(false)
    })
  const cancel = (onCancelled?: () => void) =>
    run(async () => {
      updatePlayer((await call('POST /me/deletion/undo')).data.result)
      toast.success(t('deletion.kept'))
      onCancelled?.()
      await revalidate()
    })
  return {
    date: formatDeletionDate(me),
    isDialogOpen: query.get('ask') === 'deletion',
    openDialog: () => setDialogOpen(true),
    closeDialog: () => setDialogOpen(false),
    isPending,
    request: () => void request(),
    cancel: (onCancelled?: () => void) => void cancel(onCancelled),
  }
}
