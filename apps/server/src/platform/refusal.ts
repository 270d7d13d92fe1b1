import type { Problem } from '@playhub/contract'
import type { AnyRefusalCode } from '@playhub/contract/operator'

/** A failure the caller can act on. Handlers throw it; the error handler responds with its status as a problem. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: AnyRefusalCode
  /** Additional facts for the response, such as how long to wait. */
  readonly details: Record<string, unknown> | undefined
  errors: Problem['errors']
  /** The account concerned; security log only. */
  playerId: string | undefined

  constructor(code: AnyRefusalCode, details?: Record<string, unknown>, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.details = details
  }

  /** Refuses a request allowed by the contract but not by this hub: one issue per field. */
  static forFields(errors: NonNullable<Problem['errors']>): Refusal {
    const refusal = new Refusal('BODY_INVALID')
    refusal.errors = errors
    return refusal
  }

  about(playerId: string | undefined): this {
    this.playerId = playerId
    return this
  }
}
