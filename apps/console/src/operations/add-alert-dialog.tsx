import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { alertKinds } from '@playhub/contract/operator/alert-kinds'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'

type Created = OperatorRouteResponse<'POST /alert-webhooks'>['data']['result']

/** Adds a webhook, with every kind of alert at first. The URL is kept in no draft: it may hold a secret. */
export function AddAlertDialog(props: { onClose: () => void; onAdded: (created: Created) => void }) {
  const { t } = useTranslation('operations')
  const [url, setUrl] = useState('')
  const draft = useDraft('alert-kinds', [...alertKinds])
  const kinds = alertKinds.filter((kind) => draft.value.includes(kind))
  const [isChecked, setIsChecked] = useState(false)
  const isValid = /^https?:$/.test(parseUrl(url.trim())?.protocol ?? '')
  const check = () => {
    setIsChecked(true)
    return isValid
  }
  const add = async (reason: string) => {
    const body = { url: url.trim(), kinds, reason }
    props.onAdded((await callOperator('POST /alert-webhooks', { body })).data.result)
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      title={t('alerts.addTitle')}
      consequence={t('alerts.addText')}
      confirmLabel={t('alerts.add')}
      reasonFor="add-alert"
      check={check}
      onClear={draft.clear}
      onConfirm={({ reason }) => add(reason)}
    >
      <Field
        label={t('alerts.url')}
        hint={t('alerts.urlHint')}
        type="url"
        autoComplete="off"
        autoFocus
        maxLength={operatorLimits.webhookUrl}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={isChecked && !isValid ? t('alerts.urlInvalid') : undefined}
      />
      <fieldset>
        <legend className="text-13 text-soft">{t('alerts.kinds')}</legend>
        {alertKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`alerts.kind.${kind}`)}
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              draft.change(target.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))
            }
          />
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}
