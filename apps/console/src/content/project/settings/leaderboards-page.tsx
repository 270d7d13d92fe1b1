import { Button } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/section.tsx'
import { getList, getText, useProjectEditor } from '../project-editor.ts'
import { listFields } from '../schema.ts'
import { SchemaControl } from './schema-field.tsx'

const lists = ['leaderboards', 'achievements'] as const
type List = (typeof lists)[number]

export function Component() {
  return lists.map((list) => <EntryList key={list} list={list} />)
}

function EntryList({ list }: { list: List }) {
  const { t, i18n } = useTranslation('content-project')
  const { fields, languages, edit } = useProjectEditor()
  const entries = getList(fields, [list])
  const [opened, setOpened] = useState<number>()
  const add = () => {
    const id = createId(
      entries.map((entry) => getText(entry, ['id'])),
      t(`${list}.newId`),
    )
    edit((file) => file.add([list], { id, title: { [languages[0] ?? 'en']: t(`${list}.newTitle`) } }))
    setOpened(entries.length)
  }
  return (
    <Section
      title={t(`${list}.title`)}
      empty={t(`${list}.none`)}
      actions={
        <Button kind="secondary" size="small" icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
          {t(`${list}.add`)}
        </Button>
      }
    >
      {entries.map((entry, index) => {
        const title = [i18n.language, ...languages]
          .map((each) => getText(entry, ['title', each]))
          .find(Boolean)
        return (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: an id changes while it is typed
            key={index}
            list={list}
            index={index}
            name={title ?? getText(entry, ['id'])}
            isOpened={opened === index}
          />
        )
      })}
    </Section>
  )
}

function Entry(props: { list: List; index: number; name: string; isOpened: boolean }) {
  const { t } = useTranslation(['content-project', 'common'])
  const { list, index, name, isOpened } = props
  const { schema, edit } = useProjectEditor()
  const [isDeleting, setIsDeleting] = useState(false)
  const path = [list, index] as const
  const fields = listFields(schema.properties?.[list]?.items ?? {}, path)
  return (
    <details open={isOpened} className="group/entry border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-15 font-medium">
        <ChevronRight size={16} aria-hidden="true" className="text-soft group-[[open]]/entry:rotate-90" />
        {name}
      </summary>
      <div className="grid items-start gap-5 pt-2 pb-5 md:grid-cols-2">
        {fields
          .filter(({ kind }) => kind !== 'texts')
          .map((field) => (
            <SchemaControl key={field.path.join('.')} field={field} />
          ))}
        <p className="text-13 text-soft">{t('settings.textsTab')}</p>
        <Button kind="danger" size="small" onClick={() => setIsDeleting(true)} className="justify-self-start">
          {t('common:delete')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t(`${list}.deleteTitle`, { name })}
        description={t(`${list}.deleteText`)}
        confirmLabel={t('common:delete')}
        isDanger
        onConfirm={() => {
          setIsDeleting(false)
          edit(({ remove }) => remove(path))
        }}
      />
    </details>
  )
}

function createId(ids: readonly string[], name: string): string {
  let number = 1
  while (ids.includes(`${name}-${number}`)) number++
  return `${name}-${number}`
}
