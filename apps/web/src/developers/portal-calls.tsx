import { portalNames } from '@playhub/contract/plays/portal-sdks'
import { Chip } from '@playhub/ui/status-chip.tsx'
import { CircleCheck, CircleMinus, CircleQuestionMark } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { PortalUse, PortalUses } from './run/portal-uses.ts'

const appearances = {
  supported: { Icon: CircleCheck, colour: 'text-paid bg-paid/12' },
  unavailable: { Icon: CircleMinus, colour: 'text-pending bg-pending/12' },
  unknown: { Icon: CircleQuestionMark, colour: 'text-fail bg-fail/10' },
} as const satisfies Record<PortalUse['support'], object>

/** Which calls of a portal's SDK the game has used, how often, and what the hub has of them. */
export function PortalCalls({ portal: { sdk, uses } }: { portal: PortalUses }) {
  const { t } = useTranslation('developers')
  if (uses.length === 0) return null
  return (
    <div className="mt-10">
      <h2 id="portal-calls" className="heading text-18 md:text-24">
        {t('portal.title', { portal: portalNames[sdk] })}
      </h2>
      <section
        aria-labelledby="portal-calls"
        className="surface mt-4 max-h-[28rem] overflow-y-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table aria-labelledby="portal-calls" className="w-full text-14">
          <thead className="sticky top-0 bg-ink-1 text-left text-soft">
            <tr>
              <th scope="col" className="p-3 font-medium">
                {t('portal.call')}
              </th>
              <th scope="col" className="px-1 py-3 text-right font-medium whitespace-nowrap">
                {t('portal.count')}
              </th>
              <th scope="col" className="p-3 font-medium">
                {t('portal.here')}
              </th>
            </tr>
          </thead>
          <tbody>
            {uses.map(({ name, count, support }) => (
              <tr key={name} data-use={name} data-support={support} className="border-t border-line">
                <th scope="row" className="p-3 pr-1 text-left font-normal wrap-anywhere">
                  <code className="text-13">{withBreaks(name)}</code>
                </th>
                <td className="px-1 py-2 text-right tabular-nums">{count}</td>
                <td className="px-3 py-2">
                  <Chip {...appearances[support]} label={t(`portal.${support}`)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** Lines break behind the dots first. */
const withBreaks = (name: string) =>
  name.split('.').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
