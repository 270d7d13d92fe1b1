import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { callOperator } from '../../lib/api.ts'
import { loadContent } from '../load-content.ts'
import { getDraftFile } from '../use-draft-file.ts'
import type { SchemaNode } from './schema.ts'

export const getProjectPath = (project: string) => `projects/${project}.yaml`

/**
 * A project's file as the operator's draft has it, and what its forms need.
 * @throws Response  404 where there is no such project
 */
export async function loadProject({ params: { project = '' } }: LoaderFunctionArgs) {
  const [content, file, yaml, schema] = await Promise.all([
    loadContent(),
    getDraftFile(project, getProjectPath(project)),
    loadYaml(),
    loadSchema(),
  ])
  const known = content.projects.find(({ id }) => id === project)
  if (!known && file.text === null) throw new Response(null, { status: 404 })
  const isFolder = content.source === 'folder'
  const isReadOnly = isFolder || known?.canEdit === false
  const draft = isReadOnly
    ? null
    : (await callOperator('GET /content/drafts/{project}', { params: { project }, query: {} })).data.result
  const canMakePatch = isFolder && known?.canEdit === true
  return { project, name: known?.name ?? project, content, file, draft, canMakePatch, yaml, schema }
}

/** Larger than a screen may be, so it loads beside the file. */
export const loadYaml = () => retryImport(() => import('../yaml/yaml-edit.ts'))

const loadSchema = async () =>
  (await retryImport(() => import('../../../../../content/schema/project.json'))).default as SchemaNode
