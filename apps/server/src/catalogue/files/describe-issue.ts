import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import type { SentenceParams } from '@playhub/contract/operator/sentences/sentence'
import leven from 'leven'
import * as z from 'zod'
import { readRule, toRule, writeRule } from './content-rule.ts'

type RawIssue = z.core.$ZodRawIssue
type Described = { field: PropertyKey[]; rule: ContentRule }

/** Turns the schema's issues into broken rules, whose sentences are instructions. */
export function createIssueDescriber() {
  /** The known field names of an object, by its path. */
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
            rule: describeUnknownKey(key, knownKeys.get(JSON.stringify(issue.path)) ?? []),
          }))
        : [{ field: issue.path, rule: readRule(issue.message) }],
  }
}

function listKeys(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** @param known  Empty for texts, whose fields are languages. */
function describeUnknownKey(key: string, known: string[]): ContentRule {
  if (known.length === 0) return toRule('unknown-language')
  const nearest = findNearest(key, known)
  return nearest ? toRule('misspelt', { nearest }) : toRule('unknown', { fields: known.join(', ') })
}

function findNearest(text: string, known: readonly string[]): string | undefined {
  const lower = text.toLowerCase()
  const [nearest] = known
    .map((name) => ({ name, distance: leven(lower, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= Math.max(1, Math.floor(text.length / 3)) ? nearest.name : undefined
}

/** A rule as a message; undefined leaves the schema's own. */
function describe(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(
        issue.input,
        typeNames.includes(issue.expected) ? issue.expected : 'other',
        issue.inst,
      )
    case 'invalid_value':
      return issue.input === undefined
        ? describeMissing(issue.inst)
        : describeChoice(issue.input, issue.values.map(String))
    case 'invalid_union':
      return describeType(issue.input, 'plain', issue.inst)
    case 'invalid_format':
      return describeFormat(issue.format)
    case 'too_small':
      return describeLimit('min', Number(issue.minimum), issue.origin, issue.inclusive ?? true)
    case 'too_big':
      return describeLimit('max', Number(issue.maximum), issue.origin, issue.inclusive ?? true)
    default:
      return undefined
  }
}

function describeFormat(format: string): string | undefined {
  return format === 'url' || format === 'email' ? writeRule(format) : undefined
}

const typeNames = ['string', 'number', 'int', 'boolean', 'array', 'object', 'record']

function describeType(input: unknown, expected: string, schema: unknown): string {
  if (input === undefined) return describeMissing(schema)
  if (input === null) return writeRule('empty', { expected })
  return typeof input === 'string'
    ? writeRule('type-text', { expected, text: input })
    : writeRule('type', { expected, input: describeInput(input) })
}

/** Adds what the reference says about the field, which is in English. */
function describeMissing(schema: unknown): string {
  const description = schema instanceof z.ZodType ? z.globalRegistry.get(schema)?.description : undefined
  return writeRule('missing', { hint: { ru: 'допишите', en: description ?? 'add it' } })
}

function describeInput(input: unknown): string {
  if (Array.isArray(input)) return 'list'
  return typeof input === 'object' ? 'group' : String(input)
}

function describeChoice(input: unknown, values: string[]): string {
  const list = values.join(', ')
  const allowed: SentenceParams = { values: { ru: list, en: values.length === 1 ? list : `one of ${list}` } }
  if (typeof input !== 'string') return writeRule('choice', { ...allowed, input: describeInput(input) })
  const nearest = findNearest(input, values)
  return nearest
    ? writeRule('misspelt-value', { text: input, nearest })
    : writeRule('choice-text', { ...allowed, text: input })
}

function describeLimit(bound: 'min' | 'max', limit: number, origin: string, isInclusive: boolean): string {
  const ru = String(limit)
  if (origin === 'string')
    return writeRule(`${bound}-length`, {
      limit: { ru, en: `${ru} ${limit === 1 ? 'character' : 'characters'}` },
    })
  if (origin === 'array')
    return writeRule(`${bound}-entries`, { limit: { ru, en: `${ru} ${limit === 1 ? 'entry' : 'entries'}` } })
  if (isInclusive) return writeRule(bound, { limit: ru })
  return writeRule(bound === 'min' ? 'above' : 'below', { limit: ru })
}
