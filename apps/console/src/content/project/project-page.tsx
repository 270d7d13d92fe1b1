import { buttonClass } from '@playhub/ui/button.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLoaderData } from 'react-router'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { Tabs } from '../../components/layout/tabs.tsx'
import { UnsavedGuard } from '../../components/layout/unsaved-guard.tsx'
import { loadMessages } from '../../lib/messages.ts'
import { DraftBar } from '../draft-bar.tsx'
import { DraftConflict } from '../draft-conflict.tsx'
import { OtherEditors } from '../other-editors.tsx'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { SaveState } from '../save-state.tsx'
import { loadProject } from './load-project.ts'
import { getField, useLoadedProject } from './project-editor.ts'

export { loadProject as loader }

/** Most hubs have drafts instead. */
const PatchBar = lazy(async () => {
  const [loaded] = await Promise.all([retryImport(() => import('./patch-bar.tsx')), loadMessages('patch')])
  return { default: loaded.PatchBar }
})

const tabs = ['offers', 'texts', 'settings', 'leaderboards', 'source'] as const

export function Component() {
  const loaded = useLoaderData<typeof loadProject>()
  return <ProjectPage key={`${loaded.project} ${loaded.canMakePatch}`} loaded={loaded} />
}

/** One project's file. Every tab edits the same text. */
function ProjectPage({ loaded }: { loaded: Awaited<ReturnType<typeof loadProject>> }) {
  const { t } = useTranslation(['content-project', 'common'])
  const { project, name, content, draft, canMakePatch } = loaded
  const editor = useLoadedProject(loaded)
  const { file, isReadOnly, isSourceReadOnly } = editor
  const base = `/content/projects/${encodeURIComponent(project)}`
  const isHidden = getField(editor.fields, ['game', 'isActive']) === false
  const isAtSource = location.pathname.endsWith('/source')
  return (
    <PageFrame
      title={name}
      mark={<SaveState file={file} />}
      back={{ to: '/content', label: t('common:area.content') }}
    >
      <ReadOnlyNote content={content} />
      <OtherEditors editors={file.file.editors} />
      <Tabs
        label={t('tab.label')}
        tabs={[
          ...(isHidden ? [{ to: `${base}/start`, label: t('tab.start') }] : []),
          { to: base, label: t('tab.items'), isEnd: true },
          ...tabs.map((tab) => ({ to: `${base}/${tab}`, label: t(`tab.${tab}`) })),
        ]}
      />
      <div className="grid gap-4 pt-5">
        <DraftConflict file={file} />
        {editor.fields === undefined && !isAtSource ? (
          <ErrorBanner>{t('unreadable')}</ErrorBanner>
        ) : (
          <fieldset
            disabled={isAtSource ? isSourceReadOnly : isReadOnly}
            onBlur={() => void file.save()}
            className="min-w-0"
          >
            <Outlet context={editor} />
          </fieldset>
        )}
      </div>
      {draft && (
        <DraftBar
          draft={draft}
          isSaving={file.status !== 'saved'}
          preview={
            <Link
              to={`/content/preview/${encodeURIComponent(project)}`}
              className={buttonClass('secondary', 'small')}
            >
              {t('preview')}
            </Link>
          }
        />
      )}
      {canMakePatch && (
        <Suspense fallback={null}>
          <PatchBar project={project} file={file} />
        </Suspense>
      )}
      <UnsavedGuard isAtRisk={file.isAtRisk} />
    </PageFrame>
  )
}
