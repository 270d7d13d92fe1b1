import { Chip } from '@playhub/ui/status-chip.tsx'
import { CircleCheck, CircleDashed, CircleSlash, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useScriptTag } from './embed-code.tsx'
import type { Check, CheckState } from './run/checks.ts'

const appearances = {
  green: { Icon: CircleCheck, colour: 'text-paid bg-paid/12' },
  yellow: { Icon: TriangleAlert, colour: 'text-pending bg-pending/12' },
  red: { Icon: OctagonAlert, colour: 'text-fail bg-fail/10' },
  open: { Icon: CircleDashed, colour: 'text-soft bg-ink-2' },
  unseen: { Icon: CircleSlash, colour: 'text-soft bg-ink-2' },
} as const satisfies Record<CheckState, object>

/** The checks with their state as colour, icon and word; each says what it saw or what to do. */
export function CheckList({ checks }: { checks: Check[] }) {
  const { t } = useTranslation('developers')
  const describe = useCheckText()
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {checks.map((check) => (
        <li key={check.name} data-check={check.name} data-state={check.state} className="surface min-w-0 p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="text-15 font-semibold">{t(`check.${check.name}.title`)}</h3>
            <Chip {...appearances[check.state]} label={t(`state.${check.state}`)} />
          </div>
          <p className="mt-1 text-14 wrap-anywhere text-soft">{describe(check)}</p>
        </li>
      ))}
    </ul>
  )
}

/** A check's finding and, unless it is green, its remedy. */
export function useCheckText(): (check: Check) => string {
  const { t } = useTranslation('developers')
  const tag = useScriptTag()
  return ({ name, state, values }) => {
    if (state === 'unseen') return t('unseen')
    if (name === 'framing' && state === 'red') return t(`framing.${toReason(values.reason)}`, values)
    if (name === 'conflict' && values.isPortal && (state === 'yellow' || state === 'red'))
      return t('check.conflict.portal')
    if (name === 'compat' && state === 'yellow') return t('check.compat.yellow', values)
    return t(`check.${name}.${state === 'open' ? 'open' : state === 'green' ? 'green' : 'red'}`, {
      ...values,
      tag,
    })
  }
}

const reasons = ['refused', 'unreachable', 'notAllowed', 'tooManyRedirects', 'error', 'notHtml'] as const
const toReason = (text: string | number | undefined) =>
  reasons.find((reason) => reason === text) ?? 'unreachable'
