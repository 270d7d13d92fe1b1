/** One report line. `bar` is the project's target; a line without one is informative. */
export type Row = { what: string; value: number; bar?: number; atMost?: boolean; note: string }

const perSecond = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)}/s`

export function ratio(what: string, rate: number, limit: number, bar?: number): Row {
  return { what, value: rate / limit, bar, note: `${perSecond(rate)} of ${perSecond(limit)}` }
}

export function holds({ value, bar, atMost }: Row): boolean {
  return bar === undefined || (atMost ? value <= bar : value >= bar)
}

export function print(rows: Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length))
  for (const row of rows) {
    const bar =
      row.bar === undefined ? '' : ` ${row.atMost ? '≤' : '≥'} ${row.bar} ${holds(row) ? 'holds' : 'MISSED'}`
    console.log(
      `${row.what.padEnd(width)}  ${row.value.toFixed(2).padStart(7)}${bar.padEnd(16)}  ${row.note}`,
    )
  }
}
