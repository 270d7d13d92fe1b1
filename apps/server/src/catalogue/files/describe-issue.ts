import leven from 'leven'
import * as z from 'zod'

type RawIssue = z.core.$ZodRawIssue
type Described = { field: PropertyKey[]; message: string }

/**
 * Turns the schema's complaints into what a person does about them. A message completes a sentence that begins with
 * the field: "`logo` is missing: …".
 */
export function createIssueDescriber() {
  /** The field names that an object takes, by its path. */
  const knownKeys = new Map<string, string[]>()

  /** Applies where the schema has no message of its own. */
  function error(issue: RawIssue): string | undefined {
    if (issue.code === 'unrecognized_keys')
      knownKeys.set(JSON.stringify(issue.path ?? []), listKeys(issue.inst))
    return describe(issue)
  }

  return {
    error,
    /** An unknown field is reported where it stands, each by itself. */
    list: (issue: z.core.$ZodIssue): Described[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            field: [...issue.path, key],
            message: describeUnknownKey(key, knownKeys.get(JSON.stringify(issue.path)) ?? []),
          }))
        : [{ field: issue.path, message: issue.message }],
  }
}

function listKeys(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** @param known  Empty for texts, whose fields are languages. */
function describeUnknownKey(key: string, known: string[]): string {
  if (known.length === 0) return 'is not a language that Playhub knows: write a code such as en, ru or pt'
  const nearest = findNearest(key, known)
  if (nearest) return `is not a known field: did you mean \`${nearest}\`?`
  return `is not a known field: the fields here are ${known.join(', ')}`
}

function findNearest(text: string, known: readonly string[]): string | undefined {
  const lower = text.toLowerCase()
  const [nearest] = known
    .map((name) => ({ name, distance: leven(lower, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= Math.max(1, Math.floor(text.length / 3)) ? nearest.name : undefined
}

function describe(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.input, typeNames[issue.expected] ?? 'another value', issue.inst)
    case 'invalid_value':
      return issue.input === undefined
        ? describeMissing(issue.inst)
        : describeChoice(issue.input, issue.values.map(String))
    case 'invalid_union':
      return describeType(issue.input, 'a text, a number, true or false', issue.inst)
    case 'invalid_format':
      return formats[issue.format]
    case 'too_small':
      return describeLimit('at least', Number(issue.minimum), issue.origin, issue.inclusive ?? true)
    case 'too_big':
      return describeLimit('at most', Number(issue.maximum), issue.origin, issue.inclusive ?? true)
    default:
      return undefined
  }
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list: each entry on a line that begins with "- "',
  object: 'a group of fields, each on its own line below',
  record: 'a group of fields such as { en: …, ru: … }',
}

function describeType(input: unknown, expected: string, schema: unknown): string {
  if (input === undefined) return describeMissing(schema)
  if (input === null) return `is empty: write ${expected}, or remove the line`
  return `must be ${expected}, and is ${describeInput(input)}`
}

/** Adds what the reference says about the field. */
function describeMissing(schema: unknown): string {
  const description = schema instanceof z.ZodType ? z.globalRegistry.get(schema)?.description : undefined
  return description ? `is missing: ${description}` : 'is missing: add it'
}

function describeInput(input: unknown): string {
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'object') return 'a group of fields'
  return typeof input === 'string' ? `the text "${input}"` : `${input}`
}

function describeChoice(input: unknown, values: string[]): string {
  const nearest = typeof input === 'string' ? findNearest(input, values) : undefined
  if (nearest) return `must not be ${describeInput(input)}: did you mean ${nearest}?`
  return `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}, and is ${describeInput(input)}`
}

const formats: Record<string, string> = {
  url: 'must be an address that begins with http:// or https://',
  email: 'must be an email address such as team@studio.example',
}

function describeLimit(bound: string, limit: number, origin: string, isInclusive: boolean): string {
  if (origin === 'string') return `must have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  if (origin === 'array') return `must have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  if (isInclusive) return `must be ${bound} ${limit}`
  return `must be ${bound === 'at least' ? 'more' : 'less'} than ${limit}`
}
