import { Fragment, type ReactNode } from 'react'

/** Facts about an object: labels on the left, values on the right. Facts without a value are left out. */
export function KeyValue({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const shown = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  )
  return (
    <dl className="grid grid-cols-[minmax(5.5rem,auto)_1fr] md:grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2 text-15">
      {shown.map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-13 leading-5.5 text-soft">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
