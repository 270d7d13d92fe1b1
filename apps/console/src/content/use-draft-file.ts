import type { CheckedText, DraftText } from '@playhub/contract/operator'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { createFileEditor, type FileEditor, type FileState, type LoadedFile } from './file-editor.ts'

/**
 * A file of the operator's draft, saved while it is typed and when the page is left. Each save loads the page's data again.
 * Mount anew for another file.
 * @param loaded     The file as the page has loaded it.
 * @param isStored   False for a file of a folder: the hub checks what is typed, and only this browser keeps it.
 */
export function useDraftFile(project: string, loaded: LoadedFile, isStored = true) {
  const { revalidate } = useRevalidator()
  const [editor] = useState(() =>
    createFileEditor(loaded, {
      isStored,
      put: (text, baseSha256, over) =>
        isStored
          ? putDraftFile(project, loaded.path, { text, baseSha256, over })
          : checkFile(project, loaded.path, { text, baseSha256 }),
      onSaved: () => isStored && void revalidate(),
    }),
  )
  const state = useSyncExternalStore(editor.subscribe, editor.getState)
  const isKept = useLocalCopy(`content:${project}:${loaded.path}`, { editor, state, isStored })
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
    isAtRisk: !isKept,
    isStored,
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
function useLocalCopy(
  name: string,
  { editor, state: { text, file }, isStored }: { editor: FileEditor; state: FileState; isStored: boolean },
): boolean {
  const getHubs = ({ file }: FileState) =>
    isStored
      ? { text: file.text, sha256: file.sha256 }
      : { text: file.publishedText, sha256: file.baseSha256 }
  const copy = useDraft(name, { text: file.text ?? '', over: file.sha256 ?? '' })
  const restore = useEffectEvent(() => {
    const { text: typed, over } = copy.value
    if (copy.isRestored) editor.restore(typed, over || null)
  })
  const keep = useEffectEvent(() => {
    const state = editor.getState()
    const hubs = getHubs(state)
    if (state.text === null || state.text === hubs.text) copy.clear()
    else copy.change({ text: state.text, over: hubs.sha256 ?? '' })
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

type TextBody = { text: string | null; baseSha256: string | null }

/** Checks a text of a folder. */
export async function checkFile(project: string, path: string, body: TextBody): Promise<CheckedText> {
  const { data } = await callOperator('POST /content/drafts/{project}/files/{path}/patch', {
    params: { project, path },
    body,
  })
  return data.result
}

export async function putDraftFile(
  project: string,
  path: string,
  body: TextBody & { over?: string | null },
): Promise<DraftText> {
  const { data } = await callOperator('PUT /content/drafts/{project}/files/{path}', {
    params: { project, path },
    body,
  })
  return data.result
}
