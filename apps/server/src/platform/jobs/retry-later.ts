/** Thrown by a job that has to wait: it runs again after the delay, and this counts as no failure. */
export class RetryLater extends Error {
  readonly delayMs: number

  constructor(reason: string, delayMs: number) {
    super(reason)
    this.delayMs = delayMs
  }
}
