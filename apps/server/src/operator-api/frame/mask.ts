import { type PersonalKind, personalFields } from '@playhub/contract/operator'
import type * as z from 'zod'

/**
 * Masks the personal fields of a response, as its schema marks them.
 * @returns  a copy, where something is masked
 */
export function maskPersonal(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  const personal = personalFields.get(schema)
  if (personal) return typeof value === 'string' ? maskers[personal.kind](value) : value
  const { def } = schema as unknown as { def: Definition }
  if (def.type === 'object') return maskObject(def.shape, value as Record<string, unknown>)
  if (def.type === 'array') return (value as unknown[]).map((item) => maskPersonal(def.element, item))
  return 'innerType' in def ? maskPersonal(def.innerType, value) : value
}

/** Zod's definitions that contain other schemas. Unions and records of responses hold no personal fields. */
type Definition =
  | { type: 'object'; shape: Record<string, z.ZodType> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'nullable' | 'optional' | 'default'; innerType: z.ZodType }
  | { type: 'string' | 'union' | 'record' }

function maskObject(
  shape: Record<string, z.ZodType>,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const masked = Object.entries(shape).map(([name, schema]) => [name, maskPersonal(schema, value[name])])
  return { ...value, ...Object.fromEntries(masked.filter(([, each]) => each !== undefined)) }
}

const maskers: Record<PersonalKind, (text: string) => string> = {
  name: maskName,
  email: maskEmail,
  ip: () => '•••',
  text: maskText,
}

/** "Anna Karenina" → "A•••" */
function maskName(name: string): string {
  return name === '' ? name : `${[...name][0]}•••`
}

/** "anna@mail.ru" → "a•••@m•••.ru"; what is no email is masked as a name. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return maskName(email)
  const domain = email.slice(at + 1)
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return `${maskName(email.slice(0, at))}@${maskName(domain)}${ending}`
}

const emails = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu
/** Phone and card numbers: nine digits or more, which may be grouped. A UUID has letters between its digits. */
const longNumbers = /(?<![\p{L}\p{N}-])\+?\d(?:[\s().-]{0,2}\d){8,18}(?![\p{L}\p{N}-])/gu
const ips = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g

function maskText(text: string): string {
  return text.replace(emails, maskEmail).replace(ips, '•••').replace(longNumbers, '•••')
}
