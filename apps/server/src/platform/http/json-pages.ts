import { setImmediate as nextTurn } from 'node:timers/promises'

/** A list that is read page by page, because it may have any number of rows. */
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

/** The pages of a list that is sorted by id. @param list  Returns the rows after an id, `limit` at most. */
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
 * Writes an object as JSON, whose values may be pages. A page is read when the client has taken the ones before, and other
 * requests have their turn between two pages.
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
    // Also after an empty one: an unpaid order has no purchase, and SQLite reads its pages in one turn.
    await nextTurn()
  }
  yield separator === '[' ? '[]' : ']'
}
