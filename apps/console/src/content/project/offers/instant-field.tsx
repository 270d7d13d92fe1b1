import { Field } from '@playhub/ui/form/field.tsx'
import { useTranslation } from 'react-i18next'
import { toLocalTime, withOffset } from '../../../lib/days.ts'
import { formatFullInstant } from '../../../lib/format.ts'
import { useMe } from '../../../lib/me.ts'
import type { YamlPath } from '../../yaml/yaml-edit.ts'
import { getText, useProjectEditor } from '../project-editor.ts'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A date and time in the publisher's time zone. Below it stands the same moment in the operator's own zone. */
export function InstantField(props: { path: YamlPath; label: string; empty: string }) {
  const { t, i18n } = useTranslation('content-project')
  const { fields, edit, getProblem } = useProjectEditor()
  const { timeZone } = useMe()
  const { path, label, empty } = props
  const instant = Date.parse(getText(fields, path))
  const isKnown = !Number.isNaN(instant)
  const say = (zone: string) => formatFullInstant(instant, i18n.language, zone)
  const hint = !isKnown
    ? `${empty} ${t('offers.inZone', { zone: timeZone })}`
    : ownZone === timeZone
      ? say(timeZone)
      : t('offers.bothZones', { there: say(timeZone), zone: timeZone, here: say(ownZone), own: ownZone })
  return (
    <Field
      type="datetime-local"
      label={label}
      hint={hint}
      value={isKnown ? toLocalTime(instant, timeZone) : ''}
      onChange={({ target: { value } }) =>
        edit(({ set, remove }) =>
          value === '' ? remove(path) : set(path, withOffset(value.slice(0, 16), timeZone)),
        )
      }
      error={getProblem(path)}
    />
  )
}
