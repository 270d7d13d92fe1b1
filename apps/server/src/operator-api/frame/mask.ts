import { type PersonalKind, personalFields } from '@playhub/contract/operator'
import type * as z from 'zod'
import {
  hideInGameJson,
  hideInTechnicalText,
  hideNumbers,
} from '../../platform/personal-data/personal-text.ts'

/**
 * Masks the personal fields of a response, as its schema marks them. In a text without a mark, emails, IPs, phone and
 * card numbers are masked.
 * @returns  a copy, where something is masked
 */
export function maskPersonal(schema: z.ZodType | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return value
  const personal = schema && personalFields.get(schema)
  if (personal) return typeof value === 'string' ? maskers[personal.kind](value) : value
  const def = schema && (schema as unknown as { def: Definition }).def
  if (def && 'innerType' in def) return maskPersonal(def.innerType, value)
  if (def?.type === 'pipe') return maskPersonal(def.out, value)
  if (def?.type === 'union')
    return maskPersonal(
      def.options.find((option) => option.safeParse(value).success),
      value,
    )
  if (typeof value === 'string') return hideNumbers(value)
  if (typeof value !== 'object') return value
  if (Array.isArray(value))
    return value.map((item) => maskPersonal(def?.type === 'array' ? def.element : undefined, item))
  const shape = def?.type === 'object' ? def.shape : {}
  const rest = def?.type === 'record' ? def.valueType : undefined
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, maskPersonal(shape[name] ?? rest, each)]),
  )
}

/** Zod's definitions with inner schemas. */
type Definition =
  | { type: 'object'; shape: Record<string, z.ZodType> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'nullable' | 'optional' | 'default'; innerType: z.ZodType }
  | { type: 'union'; options: z.ZodType[] }
  | { type: 'record'; valueType: z.ZodType }
  | { type: 'pipe'; out: z.ZodType }
  | { type: 'string' }

const maskers: Record<PersonalKind, (text: string) => string> = {
  name: maskName,
  email: maskEmail,
  ip: () => '•••',
  text: (text) => (text === '' ? text : '•••'),
  search: (text) => (uuid.test(text) ? text : maskEmail(text)),
  technical: hideInTechnicalText,
  json: hideInGameJson,
  none: (text) => text,
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

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
