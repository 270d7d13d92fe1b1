import type { OperatorOffer } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { saveFile } from '@playhub/ui/save-file.ts'
import { Download, Ticket } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { type Confirmation, ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'

type Props = { project: string; offer: OperatorOffer }

/** Makes a batch of codes, and offers them as a file. The hub cannot show them again. */
export function CreateCodesButton({ project, offer }: Props) {
  const { t } = useTranslation('offers')
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const draft = useDraft(`codes:${project}:${offer.id}`, '100')
  const [isChecked, setIsChecked] = useState(false)
  const count = Number(draft.value)
  const isValid = Number.isInteger(count) && count >= 1 && count <= operatorLimits.codesPerBatch
  const create = async ({ reason, idempotencyKey }: Confirmation) => {
    const request = { params: { project, offer: offer.id }, body: { count, reason } }
    const made = await callOperator('POST /offers/{project}/{offer}/codes', request, { idempotencyKey })
    setCodes(made.codes)
    await revalidate()
  }
  return (
    <>
      <Button
        kind="secondary"
        size="small"
        icon={<Ticket size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('codes.create')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('codes.createTitle', { offer: offer.id })}
        consequence={t('codes.createConsequence', { count: offer.usesPerCode ?? 1 })}
        confirmLabel={t('codes.create')}
        reasonFor={`create-codes:${project}:${offer.id}`}
        check={() => {
          setIsChecked(true)
          return isValid
        }}
        onClear={draft.clear}
        onConfirm={create}
      >
        <Field
          label={t('codes.number')}
          hint={t('codes.numberHint', { limit: operatorLimits.codesPerBatch })}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          value={draft.value}
          onChange={(event) => draft.change(event.target.value)}
          error={isChecked && !isValid ? t('codes.numberInvalid') : undefined}
        />
      </ConfirmDialog>
      <CodesDialog offer={offer.id} codes={codes} onClose={() => setCodes(undefined)} />
    </>
  )
}

/** Codes are letters alone, so no cell of the file is a formula. */
const toCsv = (head: string, codes: readonly string[]) => `\u{feff}${[head, ...codes].join('\r\n')}\r\n`

function CodesDialog(props: { offer: string; codes: string[] | undefined; onClose: () => void }) {
  const { t } = useTranslation(['offers', 'common'])
  const { offer, codes, onClose } = props
  const isRepeated = codes?.length === 0
  return (
    <Dialog
      isOpen={codes !== undefined}
      onClose={onClose}
      title={t('codes.shownTitle', { count: codes?.length ?? 0 })}
      description={t(isRepeated ? 'codes.shownBefore' : 'codes.shownText')}
      mustBeAnswered
      actions={
        <>
          {!isRepeated && (
            <Button
              size="small"
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() =>
                saveFile(`codes-${offer}.csv`, 'text/csv;charset=utf-8', toCsv(t('codes.head'), codes ?? []))
              }
            >
              {t('codes.download')}
            </Button>
          )}
          <Button kind="secondary" size="small" onClick={onClose}>
            {t('common:done')}
          </Button>
        </>
      }
    />
  )
}
