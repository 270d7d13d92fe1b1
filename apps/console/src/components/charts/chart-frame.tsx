import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chart, groupMarks, pickColour, type Series } from './series.ts'

/** A chart's title and legend, and the table of what it draws. */
export function ChartFrame({ children, ...chart }: Chart & { children: ReactNode }) {
  const { title, text, series, zone } = chart
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-15 font-medium">{title}</span>
        <span className="text-13 text-soft">{zone}</span>
        {text && <span className="w-full text-13 text-pretty text-soft">{text}</span>}
      </figcaption>
      {series.length > 1 && <Legend {...chart} />}
      <div className="mt-3">{children}</div>
      <ChartTable {...chart} />
    </figure>
  )
}

function Legend({ kind, series }: Chart) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-13 text-soft">
      {series.map((one, index) => (
        <li key={one.name} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={cx(markClass(kind, one), pickColour(one, index))} />
          {one.name}
        </li>
      ))}
    </ul>
  )
}

/** Colours are forced away in high contrast; a border stays. */
function markClass(kind: Chart['kind'], { isBefore }: Series): string {
  if (isBefore) return 'w-4 border-t-2 border-dashed border-current'
  return kind === 'bars' ? 'size-2.5 rounded-sm border-5 border-current' : 'w-4 border-t-2 border-current'
}

function ChartTable({ title, labels, labelTitle, series, marks = [], format }: Chart) {
  const { t } = useTranslation()
  const names = groupMarks(marks)
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-8 items-center text-13 text-soft underline underline-offset-2 hover:text-text max-md:min-h-11">
        {t('chart.table')}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section aria-label={title} tabIndex={0} className="mt-1 max-h-80 overflow-auto border-y border-line">
        <table className="w-full text-13">
          <thead>
            <tr>
              <th scope="col" className="py-1.5 text-start font-normal text-soft">
                {labelTitle}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="py-1.5 ps-3 text-end font-normal text-soft">
                  {name}
                </th>
              ))}
              {marks.length > 0 && (
                <th scope="col" className="py-1.5 ps-3 text-start font-normal text-soft">
                  {t('chart.marks')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, index) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal whitespace-nowrap">
                  {label}
                </th>
                {series.map(({ name, values }) => (
                  <td key={name} className="numeric py-1.5 ps-3 text-end whitespace-nowrap">
                    {format(values[index] ?? 0)}
                  </td>
                ))}
                {marks.length > 0 && <td className="py-1.5 ps-3">{names.get(index)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
