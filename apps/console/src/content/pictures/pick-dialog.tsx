import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { Spinner } from '@playhub/ui/spinner.tsx'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { callOperator } from '../../lib/api.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Thumbnail } from './thumbnail.tsx'

/** Pictures that the project has. */
export function PickDialog(props: {
  project: string
  isOpen: boolean
  onPick: (path: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('pictures')
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t('pickTitle')} className="max-w-2xl">
      {props.isOpen && <PictureGrid project={props.project} onPick={props.onPick} />}
    </Dialog>
  )
}

function PictureGrid({ project, onPick }: { project: string; onPick: (path: string) => void }) {
  const { t } = useTranslation('pictures')
  const load = useCallback(
    async () =>
      (await callOperator('GET /content/drafts/{project}/pictures', { params: { project } })).data.result,
    [project],
  )
  const pictures = useLoaded(load)
  if (!pictures) return <Spinner className="w-full" />
  if (pictures.length === 0) return <p className="text-15 text-soft">{t('pickNone')}</p>
  return (
    <ul className="grid max-h-[60vh] grid-cols-2 gap-3 overflow-y-auto md:grid-cols-4">
      {pictures.map(({ path, sha256 }) => (
        <li key={path}>
          <button
            type="button"
            onClick={() => onPick(path)}
            className="w-full rounded-md border border-line p-2 text-13 hover:border-text"
          >
            <Thumbnail project={project} path={path} version={sha256.slice(0, 8)} className="h-24" />
            <span className="mt-1 block truncate">{path.slice(path.lastIndexOf('/') + 1)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
