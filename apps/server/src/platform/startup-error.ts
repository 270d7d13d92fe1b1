/** A failure the operator can fix before the hub starts. Its message says how and is shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
  /** One sentence each. */
  readonly issues: string[]

  constructor(
    message: string,
    { issues = [message], ...options }: ErrorOptions & { issues?: string[] } = {},
  ) {
    super(message, options)
    this.issues = issues
  }
}

export type Issues = {
  /** Reads a part. Do not use a failed part's result before `throwAll`. */
  collect<T>(read: () => T): T
  add(issue: string): void
  /** @throws StartupError listing every error; does nothing when there are none */
  throwAll(): void
}

/** Collects errors from several parts, so the operator sees them all together. */
export function collectIssues(title: string): Issues {
  const issues: string[] = []
  return {
    collect<T>(read: () => T): T {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof StartupError)) throw error
        issues.push(...error.issues)
        return undefined as T
      }
    },
    add: (issue) => void issues.push(issue),
    throwAll() {
      if (issues.length === 0) return
      throw new StartupError(`${title}\n${issues.map((issue) => `  ${issue}`).join('\n')}`, {
        issues,
      })
    },
  }
}
