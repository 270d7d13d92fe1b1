import { formatMoney, isCurrency, type Money } from '@playhub/contract'
import type { StaffCommand } from '@playhub/contract/operator'
import type { CommandContext } from '../command-context.ts'
import { formatTable, instant } from '../format.ts'
import { printLines } from '../printable.ts'
import type { RouteRequest } from './build-request.ts'

type Exchange = { request: RouteRequest; response: unknown }
type Row = Record<string, unknown>

/** Prints a sentence, a table, or keys and values. @returns the exit code */
export function printResponse(
  context: CommandContext,
  { command }: { command: StaffCommand },
  { request, response }: Exchange,
): number {
  context.setJson(response)
  const result = read(response, 'data.result')
  const nextCursor = read(response, 'data.nextCursor')
  const listed = command.lists === undefined ? [] : read(response, command.lists)
  const fields = { ...request.params, ...request.query, ...request.body, ...(isRow(result) ? result : {}) }
  const outcome = command.succeeds === undefined ? result : read(fields, command.succeeds)
  const isDone = outcome !== false && outcome !== 'failed'
  const sentence = isDone ? command.says : (command.saysElse ?? command.says)
  const shown = command.shows === undefined ? result : read(fields, command.shows)
  if (sentence !== undefined) printLines(context, fillIn(sentence, fields))
  // A download has no envelope.
  else if (result === undefined) printLines(context, JSON.stringify(response, null, 2))
  else if (Array.isArray(shown)) printTable(context.print, shown, command.columns)
  else if (isRow(shown)) printFields(context.print, shown)
  else context.print(String(shown))
  if (Array.isArray(listed)) for (const value of listed) context.print(String(value))
  if (typeof nextCursor === 'string') context.print(`For more: --${toCursorOption(command)} ${nextCursor}`)
  return isDone ? 0 : 1
}

const toCursorOption = ({ options = {} }: StaffCommand) =>
  Object.keys(options).find((option) => options[option] === 'cursor') ?? 'cursor'

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of a sentence that the console translates, a shell shows the text alone. */
const withoutCodes = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !/sentence$/i.test(name) || !isRow(value)))

const read = (from: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isRow(value) ? value[name] : undefined), from)

/** Replaces `{field}`. Of `[with {field}|without]` the first part is used, unless one of its fields is empty. */
function fillIn(sentence: string, fields: Row): string {
  const fill = (part: string) =>
    part.replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
      // Stored text starts no line of its own.
      formatValue(path, read(fields, path), fields).replaceAll('\n', ' '),
    )
  const isEmpty = (part: string) =>
    [...part.matchAll(/\{([\w.]+)\}/g)].some(([, path = '']) => (read(fields, path) ?? '') === '')
  const choose = (_: string, part: string, otherwise = '') => (isEmpty(part) ? otherwise : part)
  return fill(sentence.replaceAll(/\[([^\]|]*)(?:\|([^\]]*))?\]/g, choose))
}

/** Instants in UTC, money in its currency. */
function formatValue(path: string, value: unknown, row: Row): string {
  const name = path.split('.').at(-1) ?? path
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && instantName.test(name)) return instant(value)
  if (typeof value === 'number' && name.endsWith('Minor') && isCurrency(row.currency))
    return formatMoney({ amountMinor: value, currency: row.currency }, 'en')
  if (Array.isArray(value)) return value.map((each) => formatValue(name, each, row)).join(', ')
  if (!isRow(value)) return String(value)
  return isSum(value) ? formatMoney(value, 'en') : Object.values(value).map(String).join(' ')
}

const instantName = /At$|^at$|^from$|^until$|Until$|^since$|^dueBy$/

const isSum = (value: Row): value is Money =>
  typeof value.amountMinor === 'number' && isCurrency(value.currency)

const isPlain = (value: unknown) =>
  !isRow(value) && !(Array.isArray(value) && value.some((each) => typeof each === 'object'))

function printTable(
  print: (line: string) => void,
  rows: unknown[],
  columns?: readonly string[],
  indent = '',
): void {
  if (rows.length === 0) {
    print(`${indent}Nothing found.`)
    return
  }
  const listed = rows.map((row): Row => (isRow(row) ? withoutCodes(row) : { value: row }))
  const heads = columns ?? [
    ...new Set(listed.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name])))),
  ]
  const values = listed.map((row) => heads.map((name) => formatValue(name, read(row, name), row)))
  const cells = columns === undefined ? values : values.map((row) => row.map(shorten))
  const hasLines = cells.flat().some((cell) => cell.includes('\n') || cell.length > maxCellWidth)
  const hasNested =
    columns === undefined && listed.some((row) => Object.values(row).some((value) => !isPlain(value)))
  if (hasLines || hasNested) {
    printBlocks(print, listed, indent)
    return
  }
  for (const line of formatTable([heads, ...cells])) print(indent + line)
}

const maxCellWidth = 120

/** Keeps a row on one line; `--json` has the whole value. */
function shorten(value: string): string {
  const line = value.replaceAll(/\s*\n\s*/g, ' ')
  return line.length > maxCellWidth ? `${line.slice(0, maxCellWidth - 1)}…` : line
}

function printBlocks(print: (line: string) => void, rows: Row[], indent: string): void {
  for (const [place, row] of rows.entries()) {
    if (place > 0) print('')
    printFields(print, row, indent)
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** One line per field; lists and further lines are indented, so stored text forges no field. */
function printFields(print: (line: string) => void, row: Row, indent = '', outer: Row = {}): void {
  // Amounts within a group may be in the currency of the whole.
  const known = { currency: outer.currency, ...row }
  for (const [name, value] of Object.entries(withoutCodes(row))) {
    if (value === null || value === undefined || value === '' || isEmptyList(value)) continue
    if (Array.isArray(value) && !isPlain(value)) {
      print(`${indent}${name}:`)
      printTable(print, value, undefined, `${indent}  `)
    } else if (isRow(value)) {
      print(`${indent}${name}:`)
      printFields(print, value, `${indent}  `, known)
    } else {
      const [first = '', ...more] = formatValue(name, value, known).split('\n')
      print(`${indent}${name}: ${first}`)
      for (const line of more) print(`${indent}  ${line}`)
    }
  }
}
