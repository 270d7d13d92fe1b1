import { zodResolver } from '@hookform/resolvers/zod'
import type { Passkey } from '@playhub/contract'
import { limits, passkeyForm } from '@playhub/contract/forms'
import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { Field } from '@playhub/ui/form/field.tsx'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { useErrorMessage } from '../../../lib/feedback/error-message.ts'
import { FormAlert } from '../../../ui/form-alert.tsx'

const FADE_MS = 300

/** @param onClose  Called when the dialog has faded out. */
export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const formId = useId()
  const [isOpen, setIsOpen] = useState(true)
  const { form, submit } = useRenameForm(passkey, close)
  const getErrorMessage = useErrorMessage()
  const { errors, isSubmitting } = form.formState
  function close() {
    setIsOpen(false)
    setTimeout(onClose, FADE_MS)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('passkeys.renameTitle')}
      actions={
        <>
          <Button kind="secondary" onClick={close}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={formId} isLoading={isSubmitting}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-2">
        <Field
          {...form.register('name')}
          label={t('passkeys.name')}
          maxLength={limits.passkeyNameMax}
          autoComplete="off"
          error={getErrorMessage(errors.name?.message)}
        />
        <FormAlert code={errors.root?.message} />
      </form>
    </Dialog>
  )
}

function useRenameForm({ id, name }: Passkey, onDone: () => void) {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: zodResolver(passkeyForm),
    mode: 'onTouched',
    defaultValues: { name },
  })
  const submit = useSubmit(form, async (body) => {
    await call('POST /me/passkeys/{id}/rename', { params: { id }, body })
    toast.success(t('passkeys.renamed'))
    onDone()
    await revalidate()
  })
  return { form, submit }
}
