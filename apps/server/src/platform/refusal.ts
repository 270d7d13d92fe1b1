import type { RefusalCode } from '@playhub/contract'

/** An answer the caller can act on. Routes throw it, and the error handler gives it its status and words. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  /** Facts that belong to the answer, such as how long to wait. */
  readonly details: Record<string, unknown> | undefined

  constructor(code: RefusalCode, details?: Record<string, unknown>, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.details = details
  }
}
