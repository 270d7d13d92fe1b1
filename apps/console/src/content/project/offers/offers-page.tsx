import { Button } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { getList, getText, useProjectEditor } from '../project-editor.ts'
import { addOffer } from './new-offer.ts'
import { OfferForm } from './offer-form.tsx'

/** The offers of the draft. `open` in the address names the one that is unfolded. */
export function Component() {
  const { t } = useTranslation('content-project')
  const { fields, edit, getProblem } = useProjectEditor()
  const [search] = useSearchParams()
  const [added, setAdded] = useState<number>()
  const offers = getList(fields, ['offers'])
  const add = () => {
    edit((file) => void addOffer(file, fields))
    setAdded(offers.length)
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-140 text-15 text-pretty text-soft">{t('offers.text')}</p>
        <Button kind="secondary" size="small" icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
          {t('offers.new')}
        </Button>
      </div>
      {getProblem(['offers']) && <p className="mb-3 text-13 text-fail">{getProblem(['offers'])}</p>}
      {offers.length === 0 && (
        <p className="border-t border-line py-16 text-center text-15 text-soft">{t('offers.none')}</p>
      )}
      {offers.map((offer, index) => (
        <Entry
          // biome-ignore lint/suspicious/noArrayIndexKey: an id changes while it is typed
          key={index}
          index={index}
          name={getText(offer, ['id'])}
          isOpened={added === index || (added === undefined && search.get('open') === getText(offer, ['id']))}
        />
      ))}
    </>
  )
}

function Entry({ index, name, isOpened }: { index: number; name: string; isOpened: boolean }) {
  const { t } = useTranslation(['content-project', 'common'])
  const { fields, edit } = useProjectEditor()
  const [isOpen, setIsOpen] = useState(isOpened)
  const [isDeleting, setIsDeleting] = useState(false)
  const path = ['offers', index] as const
  const kind = getText(fields, [...path, 'kind'])
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group/entry border-t border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-15 font-medium">
        <ChevronRight size={16} aria-hidden="true" className="text-soft group-[[open]]/entry:rotate-90" />
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <span className="text-13 font-normal text-soft">
          {t(`offers.kind.${kind}` as 'offers.kind.sale', { defaultValue: kind })}
        </span>
      </summary>
      {/* A file may have a thousand offers. */}
      {isOpen && (
        <div className="grid gap-5 pt-2 pb-6">
          <OfferForm index={index} />
          <Button
            kind="danger"
            size="small"
            onClick={() => setIsDeleting(true)}
            className="justify-self-start"
          >
            {t('common:delete')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t('offers.deleteTitle', { name })}
        description={t('offers.deleteText')}
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
