import type { Problem } from '@playhub/contract'

/** A problem response with a refusal code, which the client has a message for. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly code: string
  readonly status: number
  readonly title: string
  readonly errors: NonNullable<Problem['errors']>
  readonly details: NonNullable<Problem['details']>

  constructor(problem: Pick<Problem, 'code' | 'status' | 'title'> & Partial<Problem>) {
    super(`${problem.status} ${problem.code}`)
    this.code = problem.code
    this.status = problem.status
    this.title = problem.title
    this.errors = problem.errors ?? []
    this.details = problem.details ?? {}
  }
}

/** The server could not be reached. */
export class ApiUnreachable extends Error {
  override readonly name = 'ApiUnreachable'
}

export function isRefusal(error: unknown, code?: string): error is ApiRefusal {
  return error instanceof ApiRefusal && (code === undefined || error.code === code)
}
