/** A failure that the operator can fix before the hub starts. Its message says how and is shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
  /** One sentence each. */
  readonly mistakes: string[]

  constructor(
    message: string,
    { mistakes = [message], ...options }: ErrorOptions & { mistakes?: string[] } = {},
  ) {
    super(message, options)
    this.mistakes = mistakes
  }
}

export type Mistakes = {
  /** Reads a part. Do not use a failed part's result before `throwAll`. */
  collect<T>(read: () => T): T
  add(mistake: string): void
  /** @throws StartupError listing every error; does nothing when there are none */
  throwAll(): void
}

/** Collects errors from several parts, so that the operator sees them all together. */
export function collectMistakes(title: string): Mistakes {
  const mistakes: string[] = []
  return {
    collect<T>(read: () => T): T {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof StartupError)) throw error
        mistakes.push(...error.mistakes)
        return undefined as T
      }
    },
    add: (mistake) => void mistakes.push(mistake),
    throwAll() {
      if (mistakes.length === 0) return
      throw new StartupError(`${title}\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`, {
        mistakes,
      })
    },
  }
}
