/** The database does not answer, or the connection in use was lost. Whether a write was committed is then unknown. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** Resolves when the database answers again. */
  readonly untilBack: Promise<void>

  constructor(untilBack: Promise<void>, options: ErrorOptions = {}) {
    super('The database does not answer', options)
    this.untilBack = untilBack
  }
}

/** The outage behind an error, however deep its cause; undefined when the error has another reason. */
export function outageIn(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error
  return error instanceof Error ? outageIn(error.cause) : undefined
}
