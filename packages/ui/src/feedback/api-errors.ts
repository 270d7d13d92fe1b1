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

/** Unit, its seconds, and the count above which it is used: 61 minutes are not "2 hours". */
const units = [
  ['hour', 3600, 7200],
  ['minute', 60, 59],
] as const

/** A refusal's code for a form's error, with the seconds to wait when it names them: "TOO_MANY_REQUESTS 3540". */
export function toErrorCode({ code, details }: ApiRefusal): string {
  return typeof details.retryInSeconds === 'number' ? `${code} ${details.retryInSeconds}` : code
}

/** "in 59 minutes", rounded up, when a refusal says how long to wait. */
export function formatRetry(error: unknown, language: string): string | undefined {
  const seconds = error instanceof ApiRefusal ? error.details.retryInSeconds : undefined
  return typeof seconds === 'number' ? formatWait(seconds, language) : undefined
}

/** "in 59 minutes", rounded up. */
export function formatWait(seconds: number, language: string): string {
  const [unit, length] = units.find(([, , longerThan]) => seconds > longerThan) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / length), unit)
}
