import * as z from 'zod'
import type { Route } from '../routes.ts'
import { Id } from '../shapes.ts'
import type { Permission } from './permissions.ts'
import { personalFields } from './personal.ts'
import type { AnyRefusalCode } from './refusals.ts'

/** A call for staff. */
export type OperatorRoute = Omit<Route, 'access' | 'refusals'> & {
  access: 'operator'
  refusals: readonly AnyRefusalCode[]
  /** `public`: no session needed; `self`: any logged-in operator, about their own login. */
  permission: Permission | 'public' | 'self'
  /** Moves money or changes rights: a two-factor or passkey check in the last 10 minutes is needed. */
  needsProof?: boolean
  /** Needs the header `Idempotency-Key`: a repeated call gets the first response. */
  isIdempotent?: boolean
  /** Streams CSV instead of JSON. */
  isExport?: boolean
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
  .max(250)
  .regex(/^\P{Cc}*$/u)
export const WithReason = z.object({ reason })
/** Free text of several lines; PostgreSQL cannot store U+0000. */
export const longText = z
  .string()
  .trim()
  .min(1)
  .max(5000)
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
  .max(128)
  .regex(/^\P{Cc}*$/u)
export const playerSearchText = searchText
  .describe('Part of a name or email, or an id')
  .register(personalFields, { kind: 'search' })
