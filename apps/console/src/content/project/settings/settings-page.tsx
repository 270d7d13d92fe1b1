import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/layout/panel.tsx'
import { getField, useProjectEditor } from '../project-editor.ts'
import { listFields, type SchemaField } from '../schema.ts'
import { PaymentMethodsField } from './payment-methods-field.tsx'
import { SchemaControl } from './schema-field.tsx'

/** What is changed most, in this order. Everything else that the schema has follows. */
const first = [
  'game.isActive',
  'game.inDevelop',
  'game.order',
  'game.age',
  'game.genres',
  'paymentsMethods',
  'origins',
  'webhookUrl',
]
const inOtherTabs = ['items', 'offers', 'leaderboards', 'achievements']

/** Everything but items and texts, from the schema. */
export function Component() {
  const { t } = useTranslation('content-project')
  const { schema, fields } = useProjectEditor()
  const isListed = getField(fields, ['outOfCatalog']) !== true
  const all = listFields(schema).filter(
    ({ path, kind }) =>
      kind !== 'texts' && !inOtherTabs.includes(String(path[0])) && !(isListed && path.includes('single')),
  )
  const isFirst = ({ path }: SchemaField) => first.includes(path.join('.'))
  const others = all.filter((field) => !isFirst(field))
  const pictures = (['picture', 'pictures'] as const).flatMap((own) =>
    others.filter(({ kind }) => kind === own),
  )
  const main = first.flatMap((name) => all.filter(({ path }) => path.join('.') === name))
  return (
    <div className="grid gap-5">
      <Fields title={t('settings.main')} fields={main} />
      <Fields title={t('settings.pictures')} fields={pictures} />
      <Fields
        title={t('settings.more')}
        fields={others.filter((field) => !pictures.includes(field) && field.kind !== 'other')}
      />
      <Fields title={t('settings.rest')} fields={others.filter(({ kind }) => kind === 'other')} />
    </div>
  )
}

function Fields({ title, fields }: { title: string; fields: readonly SchemaField[] }) {
  return (
    <Panel title={title}>
      <div className="grid items-start gap-5 md:grid-cols-2">
        {fields.map((field) =>
          field.path[0] === 'paymentsMethods' ? (
            <PaymentMethodsField key="paymentsMethods" />
          ) : (
            <SchemaControl key={field.path.join('.')} field={field} />
          ),
        )}
      </div>
    </Panel>
  )
}
