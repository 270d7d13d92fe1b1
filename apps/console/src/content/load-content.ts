import type { ContentDraft, ContentState } from '@playhub/contract/operator'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { callOperator } from '../lib/api.ts'

export async function loadContent(): Promise<ContentState> {
  return (await callOperator('GET /content')).data.result
}

/** @returns null for an operator who may not read the content */
export async function loadReadableContent(): Promise<ContentState | null> {
  try {
    return await loadContent()
  } catch (error) {
    if (isRefusal(error, 'OPERATOR_FORBIDDEN')) return null
    throw error
  }
}

/** The operator's draft of documents and pages; null where there is none to be had. */
export async function loadHubDraft({ source, canEditHub }: ContentState): Promise<ContentDraft | null> {
  if (source === 'folder' || !canEditHub) return null
  const params = { project: hubFiles }
  return (await callOperator('GET /content/drafts/{project}', { params, query: {} })).data.result
}

/** Number of the version in use; null while the folder is read. */
export const getCurrentVersion = ({ source, version }: ContentState): number | null =>
  source === 'database' && typeof version === 'number' ? version : null
