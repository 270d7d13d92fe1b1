import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { showError } from '../../../lib/use-action.ts'
import { useProjectEditor } from '../project-editor.ts'
import type { createEditor } from './editor.ts'

type Editor = ReturnType<typeof createEditor>

/** Puts the editor into `parent`, and keeps it and the file the same. */
export function useLoadedEditor(label: string) {
  const { file, schema, problems, isSourceReadOnly: isReadOnly } = useProjectEditor()
  const parent = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const text = file.text ?? ''
  const create = useEffectEvent((load: typeof createEditor) => {
    if (!parent.current) return undefined
    const created = load({ parent: parent.current, text, label, schema, isReadOnly, onChange: file.change })
    setEditor(created)
    return created
  })
  useEffect(() => {
    let isShown = true
    let created: Editor | undefined
    retryImport(() => import('./editor.ts')).then((loaded) => {
      if (isShown) created = create(loaded.createEditor)
    }, showError)
    return () => {
      isShown = false
      created?.destroy()
      setEditor(undefined)
    }
  }, [])
  useEffect(() => editor?.replace(text), [editor, text])
  useEffect(() => editor?.show(problems), [editor, problems])
  return { parent, goToLine: (line: number) => editor?.goToLine(line) }
}
