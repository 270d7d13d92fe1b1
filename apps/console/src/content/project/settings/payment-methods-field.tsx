import {
  listShowableMethods,
  type PaymentProvider,
  paymentProviders,
  providerTerms,
} from '@playhub/contract/payment-methods'
import { IconButton } from '@playhub/ui/button.tsx'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { FieldError } from '@playhub/ui/form/field.tsx'
import { ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../../components/form/segments.tsx'
import { toLanguage } from '../../../components/values/sentences.ts'
import { useFieldLabels } from '../field-labels.ts'
import { getField, getList, getText, useProjectEditor } from '../project-editor.ts'

type Offer = { provider: PaymentProvider; methods: string[] }

const path = ['paymentsMethods'] as const

/** Payment providers in the order in which players see them, and their methods. */
export function PaymentMethodsField() {
  const { t, i18n } = useTranslation('content-project')
  const { fields, edit, getProblem } = useProjectEditor()
  const { label, hint, option } = useFieldLabels()
  const isOwn = getField(fields, path) !== undefined
  const offers = paymentProviders
    .map((provider) => ({ provider, methods: [...providerTerms[provider].methods] as string[] }))
    .map((all) => readOffer(fields, all))
  const nameProvider = ({ provider }: Offer) => providerTerms[provider].label[toLanguage(i18n.language)]
  const order = getList(fields, path).map((each) => getText(each, ['provider']))
  const rank = ({ provider }: Offer) => (order.indexOf(provider) + order.length + 1) % (order.length + 1)
  const sorted = [...offers].sort((one, other) => rank(one) - rank(other))
  const save = (next: readonly Offer[]) =>
    edit(({ set }) =>
      set(
        path,
        next.filter(({ methods }) => methods.length > 0),
      ),
    )
  const change = (changed: Offer) =>
    save(sorted.map((each) => (each.provider === changed.provider ? changed : each)))
  return (
    <div className="min-w-0 md:col-span-2">
      <Segments
        legend={label(path)}
        options={[
          { value: 'all', label: t('settings.allMethods') },
          { value: 'own', label: t('settings.ownMethods') },
        ]}
        value={isOwn ? 'own' : 'all'}
        onChange={(value) => (value === 'own' ? save(offers) : edit(({ remove }) => remove(path)))}
      />
      {isOwn &&
        sorted.map((offer, index) => (
          <fieldset key={offer.provider} className="flex flex-wrap items-center gap-x-5">
            <legend className="float-start me-3 inline-flex w-32 items-center text-15">
              {nameProvider(offer)}
            </legend>
            {listShowableMethods(offer.provider).map((method) => (
              <Checkbox
                key={method}
                label={option(path, method)}
                checked={offer.methods.includes(method)}
                onChange={({ target: { checked } }) =>
                  change({
                    ...offer,
                    methods: checked
                      ? [...offer.methods, method]
                      : offer.methods.filter((each) => each !== method),
                  })
                }
              />
            ))}
            {index > 0 && offer.methods.length > 0 && (
              <IconButton
                label={t('settings.moveUp', { name: nameProvider(offer) })}
                onClick={() => save(moveUp(sorted, index))}
              >
                <ArrowUp size={16} aria-hidden="true" />
              </IconButton>
            )}
          </fieldset>
        ))}
      <p className="mt-1 text-13 text-soft">{hint(path)}</p>
      <FieldError id="paymentsMethods-error">{getProblem(path, true)}</FieldError>
    </div>
  )
}

/** @returns  the provider with its chosen methods; with all of them when the file does not choose */
function readOffer(fields: unknown, all: Offer): Offer {
  if (getField(fields, path) === undefined) return all
  const own = getList(fields, path).find((each) => getText(each, ['provider']) === all.provider)
  return { ...all, methods: getList(own, ['methods']).map(String) }
}

function moveUp(offers: Offer[], index: number): Offer[] {
  const moved = offers.slice(index, index + 1)
  return [
    ...offers.slice(0, index - 1),
    ...moved,
    ...offers.slice(index - 1, index),
    ...offers.slice(index + 1),
  ]
}
