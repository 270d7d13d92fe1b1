import { IconButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { FieldError } from '@playhub/ui/form/field.tsx'
import { Menu, menuItemClass } from '@playhub/ui/menu.tsx'
import { EllipsisVertical, GripVertical } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Thumbnail } from '../../pictures/thumbnail.tsx'
import type { Reorder } from '../../use-reorder.ts'
import { useProjectEditor } from '../project-editor.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { PriceCell } from './price-cell.tsx'
import type { Item } from './read-items.ts'
import { TermsDialog } from './terms-dialog.tsx'

type Props = {
  item: Item
  count: number
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  reorder: Reorder
}

/** A row, and on phones a card. */
export function ItemRow({ item, count, isSelected, onSelect, reorder }: Props) {
  const { t } = useTranslation('content-project')
  const { edit } = useProjectEditor()
  const { index, title } = item
  const activePath = ['items', index, 'isActive'] as const
  return (
    <tr
      className={cx(
        'max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto] max-md:gap-2 max-md:border-b max-md:border-line max-md:py-3',
        'md:*:border-b md:*:border-line md:*:p-2 md:*:align-top md:*:first:ps-0 md:*:last:pe-0',
        reorder.getRowClass(index),
      )}
    >
      <td className="max-md:col-start-1 max-md:row-span-3 max-md:row-start-1 md:w-1">
        <span className="flex items-center gap-1 max-md:flex-col">
          <input
            type="checkbox"
            aria-label={t('items.select', { title })}
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
            className="size-5 accent-warm max-md:my-3"
          />
          <IconButton
            label={t('items.drag', { title })}
            className="cursor-grab touch-none"
            {...reorder.getHandle(index)}
          >
            <GripVertical size={18} aria-hidden="true" />
          </IconButton>
        </span>
      </td>
      <td className="max-md:col-span-2 max-md:col-start-2 max-md:row-start-1">
        <ItemName item={item} />
      </td>
      <td className="max-md:col-start-2 max-md:row-start-2 md:w-36">
        <PriceCell item={item} currency="RUB" />
      </td>
      <td className="max-md:col-start-3 max-md:row-start-2 md:w-36">
        <PriceCell item={item} currency="USD" />
      </td>
      <td className="max-md:col-span-2 max-md:col-start-2 max-md:row-start-3">
        <label className="inline-flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={item.isActive}
            aria-label={t('items.onSaleOf', { title })}
            onChange={({ target: { checked } }) =>
              edit(({ set, remove }) => (checked ? remove(activePath) : set(activePath, false)))
            }
            className="size-5 accent-warm"
          />
          <span className={cx('text-13', !item.isActive && 'text-soft')}>
            {t(item.isActive ? 'items.isOnSale' : 'items.isOff')}
          </span>
        </label>
      </td>
      <td className="max-md:col-start-4 max-md:row-start-1 md:w-1">
        <ItemMenu item={item} count={count} onMove={reorder.move} />
      </td>
    </tr>
  )
}

function ItemName({ item }: { item: Item }) {
  const { project, getProblem } = useProjectEditor()
  const id = useId()
  const own = ['items', item.index]
  const problem = ['id', 'title', 'image', 'gameId', 'contains', 'limit']
    .map((field) => getProblem([...own, field], true))
    .find(Boolean)
  return (
    <div className="flex min-w-0 items-start gap-3">
      {item.image && <Thumbnail project={project} path={item.image.slice(1)} className="size-10 shrink-0" />}
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{item.title}</p>
        <p className="text-13 text-soft wrap-anywhere">{item.id}</p>
        <FieldError id={id}>{problem ?? getProblem([...own, 'price']) ?? getProblem(own)}</FieldError>
      </div>
    </div>
  )
}

function ItemMenu(props: { item: Item; count: number; onMove: (from: number, to: number) => void }) {
  const { t } = useTranslation(['content-project', 'common'])
  const { item, count, onMove } = props
  const { edit } = useProjectEditor()
  const [opened, setOpened] = useState<'picture' | 'terms' | 'deleting'>()
  const close = () => setOpened(undefined)
  const { index, title } = item
  return (
    <>
      <Menu
        label={t('items.menu', { title })}
        button={<EllipsisVertical size={18} aria-hidden="true" />}
        buttonClassName="grid size-11 cursor-pointer list-none place-items-center rounded-control text-soft hover:bg-ink-2 hover:text-text"
      >
        {index > 0 && (
          <button type="button" className={menuItemClass} onClick={() => onMove(index, index - 1)}>
            {t('items.moveUp')}
          </button>
        )}
        {index < count - 1 && (
          <button type="button" className={menuItemClass} onClick={() => onMove(index, index + 1)}>
            {t('items.moveDown')}
          </button>
        )}
        <button type="button" className={menuItemClass} onClick={() => setOpened('picture')}>
          {t('newItem.picture')}
        </button>
        <button type="button" className={menuItemClass} onClick={() => setOpened('terms')}>
          {t('items.terms')}
        </button>
        <button type="button" className={menuItemClass} onClick={() => setOpened('deleting')}>
          {t('common:delete')}
        </button>
      </Menu>
      <PictureDialog item={item} isOpen={opened === 'picture'} onClose={close} />
      <TermsDialog item={item} isOpen={opened === 'terms'} onClose={close} />
      <ConfirmDialog
        isOpen={opened === 'deleting'}
        onClose={close}
        title={t('items.deleteTitle', { title })}
        description={t('items.deleteText')}
        confirmLabel={t('common:delete')}
        isDanger
        onConfirm={() => {
          close()
          edit(({ remove }) => remove(['items', index]))
        }}
      />
    </>
  )
}
