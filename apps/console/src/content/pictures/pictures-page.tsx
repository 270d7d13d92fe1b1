import type { ContentPicture } from '@playhub/contract/operator'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { Button } from '@playhub/ui/button.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx'
import { Segments } from '../../components/form/segments.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { StateWord } from '../../components/values/state-word.tsx'
import { callOperator } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Thumbnail } from './thumbnail.tsx'
import { getPictureError, uploadPicture } from './upload-picture.ts'

export async function loader({ params }: LoaderFunctionArgs) {
  const { project = hubFiles } = params
  const request = { params: { project } }
  const { data } = await callOperator('GET /content/drafts/{project}/pictures', request)
  const content = await callOperator('GET /content')
  return { project, pictures: data.result, isReadOnly: content.data.result.source === 'folder' }
}

/** A project's pictures: where each is used, which are not, and how to replace one everywhere. */
export function Component() {
  const { t } = useTranslation('pictures')
  const { project, pictures, isReadOnly } = useLoaderData<typeof loader>()
  const [filter, setFilter] = useState<'all' | 'unused'>('all')
  const shown = filter === 'all' ? pictures : pictures.filter(({ uses }) => uses.length === 0)
  return (
    <PageFrame title={t('page.title')} back={{ to: '/content', label: t('page.back') }}>
      <Segments
        legend={t('page.filter')}
        isLegendHidden
        options={[
          { value: 'all', label: t('page.all') },
          { value: 'unused', label: t('page.unused') },
        ]}
        value={filter}
        onChange={setFilter}
      />
      {shown.length === 0 ? (
        <p className="mt-4 border-t border-line py-16 text-center text-15 text-soft">{t('page.empty')}</p>
      ) : (
        <ul className="mt-4 grid gap-4 md:grid-cols-2">
          {shown.map((picture) => (
            <PictureCard key={picture.path} project={project} picture={picture} isReadOnly={isReadOnly} />
          ))}
        </ul>
      )}
    </PageFrame>
  )
}

type CardProps = { project: string; picture: ContentPicture; isReadOnly: boolean }

function PictureCard({ project, picture, isReadOnly }: CardProps) {
  const { t } = useTranslation('pictures')
  const { path, uses, isDraft, sha256 } = picture
  return (
    <li className="flex min-w-0 gap-4 rounded-control border border-line bg-ink-1 p-3">
      <Thumbnail project={project} path={path} version={sha256.slice(0, 8)} className="size-32 shrink-0" />
      <div className="min-w-0 grow text-14">
        <h2 className="truncate font-semibold" title={path}>
          {nameFile(path)}
        </h2>
        <p className="text-soft">{useSize(picture)}</p>
        {isDraft && <StateWord tone="waiting">{t('page.draft')}</StateWord>}
        {uses.length === 0 ? (
          <p>{t('page.unused')}</p>
        ) : (
          <>
            <p className="text-soft">{t('page.used')}</p>
            <ul className="max-h-20 overflow-y-auto font-mono text-13">
              {uses.map((use) => (
                <li key={`${use.path} ${use.field}`}>
                  {nameFile(use.path)} · {use.field}
                </li>
              ))}
            </ul>
          </>
        )}
        {!isReadOnly && <PictureActions project={project} picture={picture} />}
      </div>
    </li>
  )
}

const nameFile = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function useSize({ width, height, bytes }: ContentPicture): string {
  const { t, i18n } = useTranslation('pictures')
  const kilobytes = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  }).format(bytes / 1024)
  return width === null
    ? t('page.bytesOnly', { bytes: kilobytes })
    : t('page.size', { width, height, bytes: kilobytes })
}

function PictureActions({ project, picture: { path, uses } }: Omit<CardProps, 'isReadOnly'>) {
  const { t } = useTranslation('pictures')
  const { revalidate } = useRevalidator()
  const input = useRef<HTMLInputElement>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const [error, setError] = useState<string>()
  const [isPending, run] = useAction((cause) => setError(getPictureError(cause)))
  const name = nameFile(path)
  const replace = (file: File) =>
    run(async () => {
      setError(undefined)
      const { replacedUses } = await uploadPicture({ project, file, replaces: path })
      toast.success(t('page.replaced', { count: replacedUses }))
      await revalidate()
    })
  const remove = async () => {
    await callOperator('PUT /content/drafts/{project}/files/{path}', {
      params: { project, path },
      body: { text: null, baseSha256: null },
    })
    toast.success(t('page.deleted', { name }))
    await revalidate()
  }
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      {uses.length > 0 ? (
        <Button kind="quiet" size="small" isLoading={isPending} onClick={() => input.current?.click()}>
          {t('page.replaceEverywhere')}
        </Button>
      ) : (
        <Button kind="quiet" size="small" onClick={() => setIsDeleting(true)}>
          {t('page.delete')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={`${t('page.replaceEverywhere')}: ${name}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void replace(file)
          target.value = ''
        }}
      />
      {error !== undefined && <ErrorBanner>{error}</ErrorBanner>}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t('page.deleteTitle', { name })}
        consequence={t('page.deleteConsequence')}
        confirmLabel={t('page.confirmDelete')}
        isDanger
        onConfirm={remove}
      />
    </div>
  )
}
