import type { Me } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { saveFile } from '@playhub/ui/save-file.ts'
import { Download, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { rowClass } from '../section.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'
import { useDeletion } from './use-deletion.ts'

/** Data export and account deletion. */
export function YourData({ me }: { me: Me }) {
  return (
    <div className="surface divide-y divide-line">
      <DownloadRow />
      <DeletionRow me={me} />
    </div>
  )
}

function DownloadRow() {
  const { t } = useTranslation('profile')
  const [isLoading, run] = useAction()
  const download = () =>
    run(async () => {
      const data = await call('GET /me/export')
      const day = new Date(data.exportedAt).toISOString().slice(0, 'YYYY-MM-DD'.length)
      saveFile(`playhub-${day}.json`, 'application/json', JSON.stringify(data, null, 2))
      toast.success(t('data.downloaded'))
    })
  return (
    <DataRow title={t('data.download')} text={t('data.downloadText')}>
      <Button
        kind="secondary"
        size="small"
        icon={<Download size={16} aria-hidden="true" />}
        isLoading={isLoading}
        aria-label={t('data.download')}
        onClick={() => void download()}
      >
        {t('data.downloadAction')}
      </Button>
    </DataRow>
  )
}

/** One button for requesting and cancelling the deletion, so it keeps the focus. */
function DeletionRow({ me }: { me: Me }) {
  const { t } = useTranslation('profile')
  const { date, isDialogOpen, openDialog, closeDialog, isPending, request, cancel } = useDeletion(me)
  const isRequested = me.deletionAt !== null
  return (
    <DataRow
      title={isRequested ? t('deletion.asked', { date }) : t('data.delete')}
      text={isRequested ? t('deletion.askedText') : t('data.deleteText')}
    >
      <Button
        kind={isRequested ? 'secondary' : 'danger'}
        size="small"
        icon={isRequested ? undefined : <Trash2 size={16} aria-hidden="true" />}
        isLoading={isPending && !isDialogOpen}
        onClick={() => (isRequested ? cancel() : openDialog())}
      >
        {isRequested ? t('deletion.keep') : t('data.deleteAction')}
      </Button>
      <DeletionDialog
        isOpen={isDialogOpen && !isRequested}
        date={date}
        isLoading={isPending}
        onConfirm={request}
        onClose={closeDialog}
      />
    </DataRow>
  )
}

function DataRow(props: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={`${rowClass} flex-wrap md:flex-nowrap`}>
      <div className="min-w-0 grow basis-full md:basis-0">
        <p className="text-15 font-semibold">{props.title}</p>
        <p className="text-13 text-pretty text-soft">{props.text}</p>
      </div>
      {props.children}
    </div>
  )
}
