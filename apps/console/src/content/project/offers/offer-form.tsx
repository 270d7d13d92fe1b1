import { offerKinds } from '@playhub/contract/operator/constants'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { offerWarningSentences } from '@playhub/contract/operator/sentences/offers'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { Field, FieldError } from '@playhub/ui/form/field.tsx'
import { Info } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../../components/form/segments.tsx'
import { useSentences } from '../../../components/values/sentences.ts'
import { QuantitiesField } from '../items/quantities-field.tsx'
import { getField, getText, useProjectEditor } from '../project-editor.ts'
import { AudienceField } from './audience-field.tsx'
import { InstantField } from './instant-field.tsx'
import { ItemsField } from './items-field.tsx'
import { changeKind, type OfferKind } from './new-offer.ts'
import { CountField, ReductionFields } from './reduction-fields.tsx'

/** All fields of an offer, by its kind. */
export function OfferForm({ index }: { index: number }) {
  const { t } = useTranslation('content-project')
  const { fields, edit, getProblem } = useProjectEditor()
  const path = ['offers', index] as const
  const id = useId()
  const kind = offerKinds.find((each) => each === getText(fields, [...path, 'kind']))
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Warnings offer={getText(fields, [...path, 'id'])} />
      <div className="md:col-span-2">
        <Segments<OfferKind | ''>
          legend={t('offers.kindLabel')}
          options={offerKinds.map((value) => ({ value, label: t(`offers.kind.${value}`) }))}
          value={kind ?? ''}
          onChange={(next) => next && edit((file) => changeKind(file, fields, path, next))}
        />
        {kind && <p className="mt-1.5 text-13 text-soft">{t(`offers.kindHint.${kind}`)}</p>}
        <FieldError id={id}>{getProblem([...path, 'kind']) ?? getProblem(path)}</FieldError>
      </div>
      <Field
        label={t('offers.id')}
        hint={t('offers.idHint')}
        value={getText(fields, [...path, 'id'])}
        maxLength={operatorLimits.slug}
        onChange={(event) => edit(({ set }) => set([...path, 'id'], event.target.value))}
        error={getProblem([...path, 'id'])}
        autoComplete="off"
        spellCheck={false}
      />
      {(kind === 'sale' || kind === 'code') && <ReductionFields path={path} isOptional={kind === 'code'} />}
      {kind === 'gift' && (
        <Segments
          legend={t('offers.every')}
          options={(['day', 'once'] as const).map((value) => ({
            value,
            label: t(`offers.everyOption.${value}`),
          }))}
          value={getText(fields, [...path, 'every']) === 'once' ? 'once' : 'day'}
          onChange={(value) => edit(({ set }) => set([...path, 'every'], value))}
        />
      )}
      <InstantField path={[...path, 'from']} label={t('offers.from')} empty={t('offers.fromEmpty')} />
      <InstantField path={[...path, 'until']} label={t('offers.until')} empty={t('offers.untilEmpty')} />
      <ItemsField path={[...path, 'items']} canBeAll={kind !== 'gift'} />
      {(kind === 'bonus' || kind === 'code') && (
        <QuantitiesField path={[...path, 'adds']} label={t('offers.adds')} hint={t('offers.addsHint')} />
      )}
      {kind !== 'code' && <AudienceField path={[...path, 'for']} />}
      {kind === 'code' && (
        <>
          <CountField path={[...path, 'uses']} label={t('offers.uses')} hint={t('offers.usesHint')} />
          <CountField
            path={[...path, 'perPlayer']}
            label={t('offers.perPlayer')}
            hint={t('offers.perPlayerHint')}
          />
          <Checkbox
            label={t('offers.stacks')}
            checked={getField(fields, [...path, 'stacks']) === true}
            onChange={({ target: { checked } }) =>
              edit(({ set, remove }) =>
                checked ? set([...path, 'stacks'], true) : remove([...path, 'stacks']),
              )
            }
          />
        </>
      )}
    </div>
  )
}

/** What the hub finds odd about the offer, as it was last saved. */
function Warnings({ offer }: { offer: string }) {
  const { t } = useTranslation('content-project')
  const { warnings } = useProjectEditor()
  const say = useSentences()
  const own = warnings.filter(({ params }) => params.offer === offer || params.other === offer)
  return (
    <ul
      aria-label={t('offers.warnings')}
      role="status"
      className="grid gap-1 text-13 empty:hidden md:col-span-2"
    >
      {own.map((warning) => (
        <li key={JSON.stringify(warning)} className="flex items-start gap-1.5">
          <Info size={16} aria-hidden="true" className="mt-px shrink-0 text-pending" />
          {say(offerWarningSentences, warning, warning.code)}
        </li>
      ))}
    </ul>
  )
}
