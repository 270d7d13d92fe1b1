import { setImmediate as nextTurn } from 'node:timers/promises'

/** A list read page by page, because it may have any number of rows. */
export class Pages<Row = unknown> {
  readonly read: () => AsyncIterable<Row[]>

  constructor(read: () => AsyncIterable<Row[]>) {
    this.read = read
  }

  async all(): Promise<Row[]> {
    const rows: Row[] = []
    for await (const page of this.read()) rows.push(...page)
    return rows
  }
}

/** Pages through a list sorted by id. @param list  Returns the rows after an id, `limit` at most. */
export async function* pagesById<Row extends { id: string }>(
  list: (page: { after: string; limit: number }) => Promise<Row[]>,
  limit = 200,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await list({ after, limit })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.id
  }
}

/**
 * Streams an object as JSON; its values may be pages. The next page is read once the client has taken the previous
 * ones, and other requests run in between.
 */
export async function* writeJson(object: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(object)) {
    yield `${separator}${JSON.stringify(name)}:`
    if (value instanceof Pages) yield* writeList(value)
    else yield JSON.stringify(value)
    separator = ','
  }
  yield '}'
}

async function* writeList(pages: Pages): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pages.read()) {
    if (page.length > 0) {
      yield separator + JSON.stringify(page).slice(1, -1)
      separator = ','
    }
    // Also after an empty page: an unpaid order has no purchase, and SQLite reads its pages in one turn.
    await nextTurn()
  }
  yield separator === '[' ? '[]' : ']'
}
