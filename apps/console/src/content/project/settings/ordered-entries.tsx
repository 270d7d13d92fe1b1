import { Button, IconButton } from '@playhub/ui/button.tsx'
import { FieldError } from '@playhub/ui/form/field.tsx'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { YamlEdit, YamlPath } from '../../yaml/yaml-edit.ts'
import { useFieldLabels } from '../field-labels.ts'
import { getList, useProjectEditor } from '../project-editor.ts'

type Props = {
  path: YamlPath
  /** Adds an empty entry. Without it, `adding` is shown in place of the button. */
  onAdd?: (edit: YamlEdit) => void
  adding?: ReactNode
  children: (index: number) => ReactNode
}

/** A list of the file whose entries are moved and removed by buttons. */
export function OrderedEntries({ path, onAdd, adding, children }: Props) {
  const { t } = useTranslation(['content-project', 'common'])
  const { fields, edit, getProblem, isReadOnly } = useProjectEditor()
  const { label, hint } = useFieldLabels()
  const id = useId()
  const count = getList(fields, path).length
  const { list, moved, move } = useMoves(path)
  return (
    <fieldset className="min-w-0 md:col-span-2" aria-describedby={`${id}-hint`}>
      <legend className="text-15 font-medium">{label(path)}</legend>
      <p id={`${id}-hint`} className="text-13 text-soft">
        {hint(path)}
      </p>
      <ol ref={list}>
        {Array.from({ length: count }, (_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and their texts change while they are typed
            key={index}
            className="flex items-start gap-2 border-b border-line py-3"
          >
            <div className="min-w-0 grow">{children(index)}</div>
            {!isReadOnly && (
              <div className="flex shrink-0 flex-col">
                <IconButton
                  label={t('list.up', { place: index + 1 })}
                  className="disabled:opacity-40"
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp size={16} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('list.down', { place: index + 1 })}
                  className="disabled:opacity-40"
                  disabled={index === count - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown size={16} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('list.remove', { place: index + 1 })}
                  onClick={() => edit(({ remove }) => remove([...path, index]))}
                >
                  <Trash2 size={16} aria-hidden="true" />
                </IconButton>
              </div>
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved && t('items.moved', { place: moved.to + 1, number: count })}
      </p>
      <FieldError id={`${id}-error`}>{getProblem(path)}</FieldError>
      {!isReadOnly && (
        <div className="mt-3">
          {adding}
          {onAdd && (
            <Button
              kind="secondary"
              size="small"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => edit(onAdd)}
            >
              {t('list.add')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

/** The focus follows a moved entry. */
function useMoves(path: YamlPath) {
  const { edit } = useProjectEditor()
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ to: number }>()
  useLayoutEffect(() => {
    if (moved) list.current?.children[moved.to]?.querySelector<HTMLElement>('button:enabled')?.focus()
  }, [moved])
  const move = (from: number, to: number) => {
    edit((file) => file.move(path, from, to))
    setMoved({ to })
  }
  return { list, moved, move }
}
