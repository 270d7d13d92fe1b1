import type { OperatorRoute, StaffCommand } from '@playhub/contract/operator'
import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { UsageError } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import {
  accepts,
  describeField,
  type Field,
  findField,
  isInstant,
  listFields,
  type RequestPart,
  unset,
} from './fields.ts'
import { checks, lookUps } from './look-ups.ts'

export type RouteRequest = Record<RequestPart, Record<string, unknown>>

type Deps = { db: Db; context: Pick<CommandContext, 'clock' | 'reason'> }
type Declared = { route: OperatorRoute; command: StaffCommand }
type Words = { args: string[]; options: Record<string, unknown> }

/** A shell shows whole pages of a list. */
const maxListed = 100

/** The audit log of a command without `--reason` has none; the schemas of some routes want one. */
const noReason = '-'

/**
 * Reads words as the route's schemas want them.
 * @throws UsageError  for a word that a schema refuses
 * @throws Refusal     for a name of nothing, such as PLAYER_NOT_FOUND
 */
export async function buildRequest(deps: Deps, declared: Declared, words: Words): Promise<RouteRequest> {
  const { route, command } = declared
  const given: RouteRequest = { params: {}, query: {}, body: {} }
  const labels = new Map<string, string>()
  const set = (field: Field, label: string, value: unknown) => {
    given[field.part][field.name] = value
    labels.set(field.name, label)
  }
  for (const [name, value] of Object.entries(command.fixed ?? {})) set(findField(route, name), name, value)
  for (const [place, [placeholder, name]] of Object.entries(command.arguments ?? {}).entries()) {
    const word = placeholder.includes('…') ? words.args.slice(place).join(' ') : words.args[place]
    if (word === undefined) continue
    const bare = placeholder.replace(/[[\]…]/g, '')
    const field = findField(route, name)
    const lookUp = lookUps[bare]
    const value = lookUp
      ? await lookUp(deps.db, word, { ...given.params, ...given.query, ...given.body })
      : readWord(deps, field, word, bare)
    set(field, placeholder.startsWith('[') ? placeholder : `<${bare}>`, value)
  }
  for (const [option, value] of Object.entries(words.options)) {
    if (value === undefined) continue
    const [name = '', preset] = (command.options?.[option] ?? toFieldName(option)).split('=')
    const field = findField(route, name)
    if (/^(--|\[)/.test(labels.get(field.name) ?? ''))
      throw new UsageError(`Give either ${labels.get(field.name)?.replace(/[[\]]/g, '')} or --${option}.`)
    await checks[option]?.(deps.db, String(value))
    const read = async (word: unknown) =>
      option === 'player' ? lookUps.player?.(deps.db, String(word), {}) : readWord(deps, field, word, option)
    set(
      field,
      `--${option}`,
      preset ?? (Array.isArray(value) ? await Promise.all(value.map(read)) : await read(value)),
    )
  }
  const hasLimit = listFields(route).some(({ part, name }) => part === 'query' && name === 'limit')
  if (hasLimit) given.query.limit ??= maxListed
  completeBody(deps, route, given)
  return parseRequest(route, given, labels)
}

const toFieldName = (option: string) => option.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())

function readWord({ context }: Deps, field: Field, word: unknown, label: string): unknown {
  if (typeof word === 'boolean') return [word, String(word)].find((value) => accepts(field, value)) ?? word
  const text = String(word)
  if (label === 'all') {
    if (text !== 'all') throw new UsageError(`"${text}" is not "all".`)
    return undefined
  }
  if (describeField(field.schema).kind !== 'number') return text
  if (label === 'for') return readFuture(context.clock.now() + parseDuration(text), context.clock.now())
  if (isInstant(field.name)) return readFuture(parseInstant(text), context.clock.now())
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

const units: Record<string, number> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }

function parseDuration(text: string): number {
  const [, many, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? []
  const length = Number(many) * (units[unit ?? ''] ?? Number.NaN)
  if (Number.isNaN(length)) throw new UsageError(`"${text}" is no duration: write it as 12h, 30d or 2w.`)
  return length
}

const instant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/

function parseInstant(text: string): number {
  const at = instant.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw new UsageError(`"${text}" is no time: write it as 2026-12-31 or 2026-12-31T18:00Z, in UTC.`)
  return at
}

function readFuture(at: number, now: number): number {
  if (at > now) return at
  throw new UsageError('The time given lies in the past.')
}

/** A shell leaves out what JSON sets to null or false. */
function completeBody({ context }: Deps, route: OperatorRoute, { body }: RouteRequest): void {
  for (const field of listFields(route)) {
    const { part, name } = field
    const isOptional = accepts(field, undefined)
    if (part !== 'body') continue
    if (name === 'reason') body.reason = context.reason ?? (isOptional ? undefined : noReason)
    else if (!(name in body) && !isOptional) body[name] = unset.find((value) => accepts(field, value))
  }
}

/** @throws UsageError */
function parseRequest(route: OperatorRoute, given: RouteRequest, labels: Map<string, string>): RouteRequest {
  const parse = (part: RequestPart) => {
    const { data, error } = z.safeParse(route[part] ?? z.object({}), given[part])
    if (!error) return data as Record<string, unknown>
    const [issue] = error.issues
    const name = String(issue?.path[0] ?? part)
    const label = labels.get(name) ?? (name === 'reason' ? '--reason' : `--${name}`)
    throw new UsageError(`${label}: ${describeIssue(issue)}.`)
  }
  return { params: parse('params'), query: parse('query'), body: parse('body') }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_value') return `use one of ${issue.values.join(', ')}`
  if (issue?.code === 'invalid_format') return 'this is not written as it must be'
  return issue?.message ?? 'not valid'
}
