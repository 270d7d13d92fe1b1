/** @property isBefore  An earlier time, drawn as a faint line. */
export type Series = { name: string; values: readonly number[]; isBefore?: boolean }

/** Something that happened at a label, such as a new version. */
export type Mark = { index: number; name: string }

export type Chart = {
  /** Stacked bars, or lines. */
  kind: 'bars' | 'lines'
  /** The question the chart answers. */
  title: string
  /** A sentence on what it counts. */
  text?: string
  /** One for each value, in order. */
  labels: readonly string[]
  labelTitle: string
  series: readonly Series[]
  marks?: readonly Mark[]
  format: (value: number) => string
  /** The time zone of the days. */
  zone: string
}

const colours = ['text-cool', 'text-warm', 'text-paid', 'text-fail', 'text-soft'] as const

/** Colour of a series, from the first. Names stand in the legend and in the table. */
export const pickColour = ({ isBefore }: Series, index: number) =>
  isBefore ? 'text-soft' : colours[index % colours.length]

/** Names of marks by label. */
export function groupMarks(marks: readonly Mark[]): Map<number, string> {
  const names = new Map<number, string>()
  for (const { index, name } of marks)
    names.set(index, names.has(index) ? `${names.get(index)} · ${name}` : name)
  return names
}

/** Bars stand upon each other: the last series has the sum of all. */
export function stack(series: readonly Series[]): number[][] {
  const sums: number[][] = []
  for (const { values } of series)
    sums.push(values.map((value, index) => value + (sums.at(-1)?.[index] ?? 0)))
  return sums
}
