import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import { findDatabaseProblem } from '../platform/database/database-problem.ts'
import { Refusal } from '../platform/refusal.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Command, CommandError, define, formatUsage, readGiven, UsageError } from './command.ts'
import type { CommandContext, Terminal } from './command-context.ts'
import { commandList } from './command-list.ts'
import { toPrintable, toPrintableLine } from './printable.ts'
import { staffCommands } from './staff/staff-commands.ts'

export const commands: Record<string, Command> = {
  ...staffCommands,
  ...commandList,
  help: define({
    arguments: ['[command…]'],
    purpose: 'show this list, or how a command is used',
    load: async () => showHelp,
  }),
}

/**
 * Runs a command. With `--json` it prints one JSON value instead of lines: the command's result, its lines as
 * `messages`, or an `error`.
 * @param words  Words after `npm run hub --`.
 * @returns      The exit code.
 */
export async function runCommand(words: string[], terminal: Terminal): Promise<number> {
  const isJson = words.includes('--json')
  const lines: string[] = []
  let result: unknown
  const print = isJson
    ? (line: string) => void lines.push(line)
    : (line: string) => terminal.print(toPrintableLine(line))
  const context = {
    ...terminal,
    by: null,
    reason: null,
    print,
    setJson: (value: unknown) => (result = value),
  }
  const code = await dispatch(words, context)
  if (isJson) {
    const fallback = code === 0 ? { messages: lines } : { error: lines.join('\n') }
    terminal.print(toPrintable(JSON.stringify(result ?? fallback, null, 2)))
  }
  return code
}

async function dispatch(words: string[], context: CommandContext): Promise<number> {
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  const leading = firstOption < 0 ? words : words.slice(0, firstOption)
  const name = leading.length === 0 ? 'help' : findName(leading)
  const command = name === undefined ? undefined : commands[name]
  if (name === undefined || !command) return reportUnknown(context, leading)
  const nameLength = leading.length === 0 ? 0 : name.split(' ').length
  try {
    const { args, options, by, reason, isHelp } = readGiven(name, command, words.slice(nameLength))
    if (isHelp) return showHelp(context, leading.slice(0, nameLength))
    const run = await command.load()
    const config = command.readsContent ? await locateConfig(context) : context.config
    return (await run({ ...context, config, by, reason }, args, options as never)) ?? 0
  } catch (error) {
    for (const line of await describeFailure(error, formatUsage(name, command))) context.print(line)
    return 1
  }
}

/** @throws StartupError for a database that cannot be used; any other fault as it is */
async function describeFailure(error: unknown, usage: string): Promise<string[]> {
  if (error instanceof UsageError) return [error.message, `Usage: npm run hub -- ${usage}`]
  if (error instanceof CommandError) return [error.message]
  if (error instanceof Refusal) return (await import('./refusal-sentences.ts')).describeRefusal(error)
  const problem = findDatabaseProblem(error)
  throw problem === undefined ? error : new StartupError(describeFinding(problem), { cause: error })
}

/** Content of the database is read from its copy. Without a database, the folder is. */
async function locateConfig({ config, openDb }: CommandContext): Promise<CommandContext['config']> {
  const db = await openDb().catch(() => undefined)
  if (!db) return config
  try {
    const { locateContent } = await import('../catalogue/versions/content-source.ts')
    return { ...config, contentDir: (await locateContent(config, db)).dir }
  } catch (error) {
    if (error instanceof StartupError) throw error
    // What is wrong with the database is said by what needs it.
    return config
  } finally {
    await db.destroy()
  }
}

/** The longest name that the words begin with, in whatever order the commands are listed. */
function findName(words: string[]): string | undefined {
  const names = words.map((_, place) => words.slice(0, place + 1).join(' '))
  return names.findLast((name) => Object.hasOwn(commands, name))
}

/** Lists the commands that begin with the same word. */
function reportUnknown(context: CommandContext, words: string[]): number {
  const [first = ''] = words
  const similar = Object.entries(commands).filter(([name]) => name.split(' ')[0] === first)
  context.print(
    `There is no command "${words.join(' ')}". ${similar.length > 0 ? 'There are:' : '"npm run hub -- help" lists them.'}`,
  )
  if (similar.length > 0) printList(context, similar)
  return 1
}

/** @param words  A command's name, or its beginning; none for all commands. */
function showHelp(context: CommandContext, words: string[]): number {
  const beginning = words.join(' ')
  const named = Object.entries(commands).filter(([name]) =>
    `${name} `.startsWith(beginning && `${beginning} `),
  )
  if (named.length === 0) return reportUnknown(context, words)
  context.print('npm run hub -- <command> [--json] [--by <operator>] [--reason <why>]')
  printList(context, named)
  return 0
}

function printList({ print }: CommandContext, listed: [name: string, Command][]): void {
  const lines = listed.map(([name, command]) => ({ usage: formatUsage(name, command), ...command }))
  const width = Math.min(maxUsageWidth, Math.max(...lines.map(({ usage }) => usage.length)))
  for (const { usage, purpose } of lines) {
    if (usage.length <= width) print(`  ${usage.padEnd(width)}  ${purpose}`)
    else {
      print(`  ${usage}`)
      print(`  ${''.padEnd(width)}  ${purpose}`)
    }
  }
}

/** A longer one stands on its own line. */
const maxUsageWidth = 60
