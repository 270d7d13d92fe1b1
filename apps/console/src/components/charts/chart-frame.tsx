import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export type Series = { name: string; values: readonly number[] }

type Props = {
  /** The question the chart answers. */
  title: string
  /** One for each value, in order. */
  labels: readonly string[]
  labelTitle: string
  series: readonly Series[]
  format: (value: number) => string
  /** The time zone of the days. */
  zone: string
  axisEnd: number
  /** Drawn on a square of 100 × 100, which is stretched. */
  children: ReactNode
}

/** Fill of each series, from the first. Names stand in the legend and in the table. */
export const seriesColours = ['fill-cool', 'fill-warm', 'fill-paid', 'fill-fail', 'fill-soft'] as const
const legendColours = ['bg-cool', 'bg-warm', 'bg-paid', 'bg-fail', 'bg-soft'] as const
export const pickColour = <Colour,>(colours: readonly Colour[], index: number) =>
  colours[index % colours.length]

/** A chart's title, axes and legend, and the table of what it draws. */
export function ChartFrame(props: Props) {
  const { title, labels, series, format, axisEnd, zone } = props
  const middle = labels[Math.floor(labels.length / 2)]
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-15 font-medium">
        {title}
        <span className="text-13 font-normal text-soft">{zone}</span>
      </figcaption>
      {series.length > 1 && <Legend series={series} />}
      <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-13 text-soft">
        <div aria-hidden="true" className="numeric flex h-40 flex-col justify-between text-end leading-none">
          <span>{format(axisEnd)}</span>
          <span>{format(axisEnd / 2)}</span>
          <span>{format(0)}</span>
        </div>
        <div className="py-1.5">
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-37 w-full overflow-visible"
          >
            {[0, 50, 100].map((y) => (
              <line
                key={y}
                x1="0"
                x2="100"
                y1={y}
                y2={y}
                vectorEffect="non-scaling-stroke"
                className="stroke-line"
              />
            ))}
            {props.children}
          </svg>
        </div>
        <div aria-hidden="true" className="numeric col-start-2 flex justify-between">
          <span>{labels[0]}</span>
          <span>{middle}</span>
          <span>{labels.at(-1)}</span>
        </div>
      </div>
      <ChartTable {...props} />
    </figure>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-13 text-soft">
      {series.map(({ name }, index) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={cx('size-2.5 rounded-sm', pickColour(legendColours, index))} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function ChartTable({ title, labels, labelTitle, series, format }: Props) {
  const { t } = useTranslation()
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
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
