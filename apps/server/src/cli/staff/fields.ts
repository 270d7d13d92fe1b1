/** Fields of a route's request, and how a shell writes them. */
import type { OperatorRoute } from '@playhub/contract/operator'
import * as z from 'zod'

export type RequestPart = 'params' | 'query' | 'body'
export type Field = { part: RequestPart; name: string; schema: z.core.$ZodType }

const parts: readonly RequestPart[] = ['params', 'query', 'body']

export function listFields(route: OperatorRoute): Field[] {
  return parts.flatMap((part) => {
    const schema = route[part]
    if (!(schema instanceof z.ZodObject)) return []
    return Object.entries(schema.shape).map(([name, field]) => ({
      part,
      name,
      schema: field as z.core.$ZodType,
    }))
  })
}

/** @throws Error for a command that names a field which the route lacks; a test runs this for all */
export function findField(route: OperatorRoute, name: string): Field {
  const field = listFields(route).find((each) => each.name === name)
  if (!field) throw new Error(`${route.summary}: there is no field ${name}`)
  return field
}

export function isRequiredBody(route: OperatorRoute, name: string): boolean {
  const field = listFields(route).find((each) => each.part === 'body' && each.name === name)
  return field !== undefined && !accepts(field, undefined)
}

export const accepts = ({ schema }: Field, value: unknown) => z.safeParse(schema, value).success

/** Values in JSON for a field that a shell leaves out. */
export const unset = [null, false]

type FieldKind = { kind: 'boolean' | 'number' | 'text'; isRepeated: boolean; values: string[] }

export function describeField(schema: z.core.$ZodType): FieldKind {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return describeField(def.innerType)
    case 'pipe':
      // A transformation follows what is written; a preparation comes before it.
      return describeField(def.out._zod.def.type === 'transform' ? def.in : def.out)
    case 'array':
      return { ...describeField(def.element), isRepeated: true }
    case 'enum':
      return { kind: 'text', isRepeated: false, values: Object.values(def.entries).map(String) }
    case 'boolean':
    case 'number':
      return { kind: def.type, isRepeated: false, values: [] }
    default:
      return { kind: 'text', isRepeated: false, values: [] }
  }
}

/** An instant is typed as a day or a time. */
export const isInstant = (name: string) => /At$|^until$/.test(name)

/** `olderThanHours` is `--older-than-hours`. */
export const toOption = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const maxValuesLength = 40

/** Such as `<open|closed>…`; empty for a flag. */
export function toPlaceholder({ name, schema }: Field, option: string): string {
  const { kind, isRepeated, values } = describeField(schema)
  if (kind === 'boolean') return ''
  const choice = values.join('|')
  const word = values.length > 0 && choice.length <= maxValuesLength ? choice : toWord(name, option, kind)
  return `<${word}>${isRepeated ? '…' : ''}`
}

function toWord(name: string, option: string, kind: FieldKind['kind']): string {
  if (option === 'for') return '30d'
  if (isInstant(name) || /^(from|to)$|(From|To)$/.test(name)) return 'day'
  return kind === 'number' ? 'number' : option
}
