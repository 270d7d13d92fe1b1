import * as z from 'zod'
import type { Route } from '../routes.ts'
import { Id } from '../shapes.ts'
import { operatorLimits } from './limits.ts'
import type { Permission } from './permissions.ts'
import { personalFields } from './personal.ts'
import type { AnyRefusalCode } from './refusals.ts'

/** A call as a command of `npm run hub`. What its arguments do not fill becomes an option, read from the schemas. */
export type StaffCommand = {
  /** Such as `players ban`. */
  name: string
  /** Default: the route's summary. */
  purpose?: string
  /**
   * Field by argument: `player` is required, `[project]` is not, `text…` takes all words that follow. `player`,
   * `payment`, `operator`, `number` and `amount` are looked up or converted.
   */
  arguments?: Readonly<Record<string, string>>
  /** Field by option whose name differs from the field's. `field=value` makes the option a flag. */
  options?: Readonly<Record<string, string>>
  /** Fields that the command sets, unless an option does. */
  fixed?: Readonly<Record<string, unknown>>
  /** Which of `--by` and `--reason` must be given. Default: both where the body has a reason. */
  needs?: readonly ('by' | 'reason')[]
  /**
   * Sentence after success, with `{field}` of the result or the request. Of `[with {field}|without]` the first part is
   * used, unless one of its fields is empty.
   */
  says?: string
  /** Sentence where the result, or its field `succeeds`, is false or `failed`: the exit code is 1. */
  saysElse?: string
  succeeds?: string
  /** Reads all pages of a list that has the newest first, and turns it round. */
  isOldestFirst?: boolean
  /** Shown instead of the whole result. */
  shows?: string
  /** List of the response whose values follow the sentence, one a line. `--json` prints the response as it is. */
  lists?: string
  /** Columns of a list, in order. */
  columns?: readonly string[]
}

/** A call for staff. */
export type OperatorRoute = Omit<Route, 'access' | 'refusals'> & {
  access: 'operator'
  refusals: readonly AnyRefusalCode[]
  /** `public`: no session needed; `self`: any logged-in operator, about their own login. */
  permission: Permission | 'public' | 'self'
  /** Moves money or changes rights: a two-factor or passkey check in the last 10 minutes is needed. */
  needsReauthentication?: boolean
  /** Needs the header `Idempotency-Key`: a repeated call gets the first response. */
  isIdempotent?: boolean
  /** Largest body, in bytes. Default: 64 KB. */
  bodyBytes?: number
  /** Streams CSV instead of JSON. */
  isExport?: boolean
  /** Sends a picture instead of JSON. */
  isPicture?: boolean
  /** Missing where the call is about the own login, or exports a list that has a command. */
  command?: StaffCommand | readonly StaffCommand[] | { none: string }
}

type Definition = Omit<OperatorRoute, 'access' | 'refusals'> & { refusals?: readonly AnyRefusalCode[] }

export const route = <const R extends Definition>(definition: R) => ({
  refusals: [] as const,
  ...definition,
  access: 'operator' as const,
})

export const ById = z.object({ id: Id })
export const reason = z
  .string()
  .trim()
  .min(1)
  .max(operatorLimits.reason)
  .regex(/^\P{Cc}*$/u)
export const WithReason = z.object({ reason })
/** How an operator is called; no controls, and none that turn the direction of other text. */
export const operatorName = z
  .string()
  .trim()
  .min(1)
  .max(operatorLimits.operatorName)
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u)
/** Free text of several lines; PostgreSQL cannot store U+0000. */
export const longText = z
  .string()
  .trim()
  .min(1)
  .max(operatorLimits.text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and tabs are text, other controls are not
  .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/)
export const cursor = z.string().max(200).optional()
export const limit = z.coerce.number().int().min(1).max(100).default(50)
export const PageQuery = z.object({ limit, cursor })

/** A repeatable parameter: `project=a&project=b` means either. */
export const several = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(value).max(50).optional(),
  )
export const project = z.string().min(1).max(64)
/** A day in the publisher's time zone. */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
export const searchText = z
  .string()
  .trim()
  .min(1)
  .max(operatorLimits.search)
  .regex(/^\P{Cc}*$/u)
export const playerSearchText = searchText
  .describe('Part of a name or email, or an id')
  .register(personalFields, { kind: 'search' })
