/** Counts, instants and tables as commands write them. */

/** `1 webhook`, `2 webhooks`, `2 tries`. */
export function count(many: number, one: string, several = `${one}s`): string {
  return `${many} ${many === 1 ? one : several}`
}

/** Shows the zone, which is UTC. */
export const instant = (at: number) => new Date(at).toISOString()

/** Pads the cells of each column. Those after `textColumns` are numbers, which end below each other. */
export function formatTable(
  rows: (readonly string[])[],
  { textColumns = Number.POSITIVE_INFINITY } = {},
): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const pad = (cell: string, column: number) =>
    column < textColumns ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ').trimEnd())
}
