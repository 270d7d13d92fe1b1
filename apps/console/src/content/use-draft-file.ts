import type { DraftText } from '@playhub/contract/operator'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { createFileEditor, type FileEditor, type FileState, type LoadedFile } from './file-editor.ts'

/**
 * A file of the operator's draft, saved while it is typed and when the page is left. Each save loads the page's data again.
 * Mount anew for another file.
 * @param loaded  The file as the page has loaded it.
 */
export function useDraftFile(project: string, loaded: LoadedFile) {
  const { revalidate } = useRevalidator()
  const [editor] = useState(() =>
    createFileEditor(loaded, {
      put: (text, baseSha256) => putDraftFile(project, loaded.path, { text, baseSha256 }),
      onSaved: () => void revalidate(),
    }),
  )
  const state = useSyncExternalStore(editor.subscribe, editor.getState)
  const isStored = useLocalCopy(`content:${project}:${loaded.path}`, editor, state)
  useEffect(() => void editor.adopt(loaded), [editor, loaded])
  useEffect(() => {
    void editor.merge()
    const save = () => void editor.save()
    addEventListener('online', save)
    return () => {
      removeEventListener('online', save)
      save()
    }
  }, [editor])
  return {
    ...state,
    /** Leaving the page now would lose what was typed. */
    isAtRisk: !isStored,
    /** The text now, which may be newer than the one of this rendering. */
    getText: () => editor.getState().text,
    change: editor.change,
    save: editor.save,
    resolve: editor.resolve,
  }
}

/**
 * Keeps in this browser what the hub does not have yet, and takes it up when the file is opened again.
 * @returns false where the browser cannot keep it
 */
function useLocalCopy(name: string, editor: FileEditor, { text, file }: FileState): boolean {
  const copy = useDraft(name, { text: file.text ?? '', over: file.sha256 ?? '' })
  const restore = useEffectEvent(() => {
    const { text: typed, over } = copy.value
    if (copy.isRestored) editor.restore(typed, over || null)
  })
  const keep = useEffectEvent(() => {
    const state = editor.getState()
    if (state.text === null || state.text === state.file.text) copy.clear()
    else copy.change({ text: state.text, over: state.file.sha256 ?? '' })
  })
  useEffect(() => restore(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps each new text
  useEffect(() => keep(), [text, file.text])
  return !copy.isAtRisk
}

export type DraftFile = ReturnType<typeof useDraftFile>

/** A file that is not there yet has no text. */
export async function getDraftFile(project: string, path: string): Promise<LoadedFile> {
  const requestedAt = performance.now()
  try {
    const params = { project, path }
    const { data } = await callOperator('GET /content/drafts/{project}/files/{path}', { params })
    return { ...data.result, requestedAt }
  } catch (error) {
    if (isRefusal(error, 'CONTENT_FILE_NOT_FOUND')) return toMissingFile(path, requestedAt)
    throw error
  }
}

export const toMissingFile = (path: string, requestedAt = performance.now()): LoadedFile => ({
  ...{ path, text: null, sha256: null, baseSha256: null, publishedText: null },
  ...{ problems: [], merged: [], editors: [] },
  requestedAt,
})

export async function putDraftFile(
  project: string,
  path: string,
  body: { text: string | null; baseSha256: string | null },
): Promise<DraftText> {
  const { data } = await callOperator('PUT /content/drafts/{project}/files/{path}', {
    params: { project, path },
    body,
  })
  return data.result
}
