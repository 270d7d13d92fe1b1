/** A service needed by the hub does not respond. Whether the last request took effect there is unknown. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** Resolves when the service responds again. */
  readonly untilBack: Promise<void>

  constructor(message: string, untilBack: Promise<void>, options: ErrorOptions = {}) {
    super(message, options)
    this.untilBack = untilBack
  }
}

/** The database does not respond, refuses to write, or the connection in use was lost. */
export class DatabaseUnavailable extends Unavailable {
  override name = 'DatabaseUnavailable'

  constructor(untilBack: Promise<void>, options: ErrorOptions = {}) {
    super('The database does not answer', untilBack, options)
  }
}

/** The outage behind an error, however deep its cause; undefined when the error has another reason. */
export function outageIn(error: unknown): Unavailable | undefined {
  if (error instanceof Unavailable) return error
  return error instanceof Error ? outageIn(error.cause) : undefined
}
