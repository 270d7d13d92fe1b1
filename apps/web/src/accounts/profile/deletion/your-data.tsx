import type { Me } from '@playhub/contract'
import { Download, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { toast } from '../../../lib/feedback/toast.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { rowClass } from '../row.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'
import { saveFile } from './save-file.ts'
import { useDeletion } from './use-deletion.ts'

/** A copy to take along, and the way out. */
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
  const [isLoading, attempt] = useAction()
  const download = () =>
    attempt(async () => {
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

/** One button in one place, asked for or not: so the focus stays on it. */
function DeletionRow({ me }: { me: Me }) {
  const { t } = useTranslation('profile')
  const { isAsking, ask, stopAsking, isUnderWay, confirm, keep, day } = useDeletion(me)
  const isAskedFor = me.deletionAt !== null
  return (
    <DataRow
      title={isAskedFor ? t('deletion.asked', { date: day }) : t('data.delete')}
      text={isAskedFor ? t('deletion.askedText') : t('data.deleteText')}
    >
      <Button
        kind={isAskedFor ? 'secondary' : 'danger'}
        size="small"
        icon={isAskedFor ? undefined : <Trash2 size={16} aria-hidden="true" />}
        isLoading={isUnderWay && !isAsking}
        onClick={() => (isAskedFor ? keep() : ask())}
      >
        {isAskedFor ? t('deletion.keep') : t('data.deleteAction')}
      </Button>
      <DeletionDialog
        isOpen={isAsking && !isAskedFor}
        day={day}
        isLoading={isUnderWay}
        onConfirm={confirm}
        onClose={stopAsking}
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
