/** What a command takes: its arguments and options are read and checked here, before its module is loaded. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { getErrorMessage } from '../platform/errors.ts'
import type { CommandContext } from './command-context.ts'

/** Value placeholder by option name, such as `<day>`; `<key>…` may be repeated, and an empty one is a flag. */
type OptionSpecs = Record<string, string>

type OptionValues<Specs extends OptionSpecs> = {
  [Name in keyof Specs]?: Specs[Name] extends ''
    ? boolean
    : Specs[Name] extends `${string}…`
      ? string[]
      : string
}

/** @returns the exit code; none means 0 */
type Run<Options> = (
  context: CommandContext,
  args: string[],
  options: Options,
) => number | Promise<number> | Promise<void>

type Definition<Specs extends OptionSpecs> = {
  /** Argument order: `id` is required, `[amount]` is not, and `text…` takes all words that follow. */
  arguments?: readonly string[]
  options?: Specs
  /** Options that must be given. */
  required?: readonly string[]
  /** Which of `--by` and `--reason` a change needs; undefined for a command that changes nothing. */
  needs?: readonly ('by' | 'reason')[]
  purpose: string
  /** Its `config.contentDir` is the content in use, which the database may have. */
  readsContent?: boolean
  /** Imports the command's module, so a command starts without the others' modules. */
  load: () => Promise<Run<OptionValues<Specs>>>
}

export type Command = Definition<OptionSpecs> & { load: () => Promise<Run<never>> }

export function define<const Specs extends OptionSpecs = Record<never, string>>(
  command: Definition<Specs>,
): Command {
  return command as Command
}

/** Ends a command with a sentence and the exit code 1. */
export class CommandError extends Error {}

/** An error in what was typed, as a sentence. The command's usage follows it. */
export class UsageError extends CommandError {}

export type Given = {
  args: string[]
  options: Record<string, unknown>
  by: string | null
  reason: string | null
  isHelp: boolean
}

const commonOptions = {
  json: { type: 'boolean' },
  by: { type: 'string' },
  reason: { type: 'string' },
  help: { type: 'boolean' },
} as const

/** @throws UsageError */
export function readGiven(name: string, command: Command, words: string[]): Given {
  const { values, positionals } = parse(words, command)
  const { json: _, by = null, reason = null, help = false, ...options } = values
  const given = { args: positionals, options, by, reason, isHelp: help }
  if (help) return given
  for (const [option, value] of Object.entries({ ...options, by, reason })) {
    if (typeof value === 'string' && value.trim() === '') throw new UsageError(`--${option} needs a value.`)
  }
  checkArguments(name, command, positionals)
  const absent = command.required?.find((option) => !Object.hasOwn(options, option))
  if (absent !== undefined) throw new UsageError(`"${name}" needs ${inOptions(command, absent)}.`)
  const missing = command.needs?.filter((option) => given[option] === null) ?? []
  if (missing.length > 0) throw new UsageError(missingOperation(missing))
  return given
}

function parse(words: string[], command: Command) {
  try {
    return parseArgs({
      args: joinReason(words),
      options: { ...toConfig(command.options ?? {}), ...commonOptions },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(getErrorMessage(error))
  }
}

function toConfig(specs: OptionSpecs): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, value]) => [
      name,
      value === '' ? { type: 'boolean' } : { type: 'string', multiple: value.endsWith('…') },
    ]),
  )
}

/** A reason is all words up to the next option. */
function joinReason(words: string[]): string[] {
  const index = words.findIndex((word) => word === '--reason' || word.startsWith('--reason='))
  if (index < 0) return words
  const next = words.findIndex((word, place) => place > index && word.startsWith('--'))
  const end = next < 0 ? words.length : next
  const reason = words
    .slice(index, end)
    .join(' ')
    .replace(/^--reason[= ]?/, '')
  return words.toSpliced(index, end - index, `--reason=${reason}`)
}

function checkArguments(name: string, { arguments: names = [] }: Command, given: string[]): void {
  const missing = names.find(
    (argument, place) => !argument.startsWith('[') && (given[place] ?? '').trim() === '',
  )
  if (missing !== undefined) throw new UsageError(`"${name}" needs ${inUsage(missing)}.`)
  if (!names.at(-1)?.includes('…') && given.length > names.length)
    throw new UsageError(`"${name}" does not take "${given[names.length]}".`)
}

function missingOperation(missing: readonly ('by' | 'reason')[]): string {
  const usage = missing.map((option) => operationUsage[option]).join(' ')
  return missing.includes('by')
    ? `A change is recorded with who makes it and why: add ${usage}`
    : `It is recorded why: add ${usage}`
}

const operationUsage = { by: '--by <operator>', reason: '--reason <why>' }

/** Such as `refund <paymentId> [amount] [--key <key>] [--by <operator>] --reason <why>`. */
export function formatUsage(name: string, command: Command): string {
  const { arguments: names = [], options = {}, required = [], needs } = command
  const listed = Object.keys(options).map((option) =>
    required.includes(option) ? inOptions(command, option) : `[${inOptions(command, option)}]`,
  )
  const operation =
    needs === undefined
      ? []
      : (['by', 'reason'] as const).map((option) =>
          needs.includes(option) ? operationUsage[option] : `[${operationUsage[option]}]`,
        )
  return [name, ...names.map(inUsage), ...listed, ...operation].join(' ')
}

/** Such as `--count <number>`. */
const inOptions = ({ options = {} }: Command, option: string) =>
  `--${option}${options[option] && ` ${options[option]}`}`

const inUsage = (argument: string) => (argument.startsWith('[') ? argument : `<${argument.replace('…', '')}>`)
