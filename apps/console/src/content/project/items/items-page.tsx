import { Button } from '@playhub/ui/button.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReorder } from '../../use-reorder.ts'
import { useProjectEditor } from '../project-editor.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ItemRow } from './item-row.tsx'
import { NewItemDialog } from './new-item-dialog.tsx'
import { readItems } from './read-items.ts'

/** Items with their prices, in the order in which players see them. */
export function Component() {
  const { t, i18n } = useTranslation('content-project')
  const { fields, languages, edit, getProblem } = useProjectEditor()
  const items = readItems(fields, [i18n.language, ...languages])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setIsAdding] = useState(false)
  const chosen = items.filter(({ id }) => selected.has(id))
  const reorder = useReorder(items.length, (from, to) => edit(({ move }) => move(['items'], from, to)))
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected)
    if (isSelected) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-140 text-15 text-pretty text-soft">{t('items.text')}</p>
        <Button
          kind="secondary"
          size="small"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => setIsAdding(true)}
        >
          {t('items.new')}
        </Button>
      </div>
      {getProblem(['items']) && <p className="mb-3 text-13 text-fail">{getProblem(['items'])}</p>}
      {items.length === 0 ? (
        <p className="border-t border-line py-16 text-center text-15 text-soft">{t('items.none')}</p>
      ) : (
        <table
          aria-label={t('tab.items')}
          className="w-full border-separate border-spacing-0 text-15 max-md:block"
        >
          <thead className="max-md:sr-only">
            <tr className="text-13 text-soft *:border-b *:border-line *:px-2 *:py-2 *:text-start *:font-normal *:whitespace-nowrap *:first:ps-0">
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={t('items.selectAll')}
                  checked={chosen.length === items.length}
                  onChange={(event) =>
                    setSelected(new Set(event.target.checked ? items.map(({ id }) => id) : []))
                  }
                  className="size-5 accent-warm"
                />
              </th>
              <th scope="col">{t('items.item')}</th>
              <th scope="col">{t('items.price.RUB')}</th>
              <th scope="col">{t('items.price.USD')}</th>
              <th scope="col">{t('items.onSale')}</th>
              <th scope="col">
                <span className="sr-only">{t('items.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody ref={reorder.list} className="max-md:block">
            {items.map((item) => (
              <ItemRow
                key={item.id || item.index}
                item={item}
                count={items.length}
                isSelected={selected.has(item.id)}
                onSelect={(isSelected) => select(item.id, isSelected)}
                reorder={reorder}
              />
            ))}
          </tbody>
        </table>
      )}
      <p role="status" className="sr-only">
        {reorder.moved && t('items.moved', { place: reorder.moved.to + 1, number: items.length })}
      </p>
      {chosen.length > 0 && <BulkBar items={chosen} onDone={() => setSelected(new Set())} />}
      {isAdding && <NewItemDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
