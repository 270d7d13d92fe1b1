import { Readable } from 'node:stream'
import { minorPerMajor } from '@playhub/contract/money'
import type { FastifyReply } from 'fastify'
import { type ExportColumn, getHead, getUnit } from '../exports/columns.ts'

/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\u{feff}'
/** Spreadsheets run a cell with such a start as a formula, some also behind blanks and in full width. */
const formula = /^[\s\p{C}]*[=+\-@\u2212]|^[\t\r\n]/u

/** Characters per write: single rows would keep the collector busy. */
const chunkLength = 32 * 1024

type Export<Row> = {
  /** File name without ending. */
  name: string
  /** Russian spreadsheets expect semicolons. */
  language: 'ru' | 'en'
  columns: ExportColumn[]
  rows: AsyncIterable<Row>
  toRow: (row: Row) => Record<string, unknown>
  /** Gets the number of rows when all are sent. */
  onEnd: (rows: number) => Promise<void>
}

/** Streams rows as the client reads them. A fault breaks the connection, so no download looks complete. */
export function sendCsv<Row>(reply: FastifyReply, given: Export<Row>): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${given.name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(formatCsv(given)))
}

async function* formatCsv<Row>({
  language,
  columns,
  rows,
  toRow,
  onEnd,
}: Export<Row>): AsyncGenerator<string> {
  const separator = language === 'ru' ? ';' : ','
  let text = `${byteOrderMark}${columns.map((column) => quote(getHead(column, language))).join(separator)}\r\n`
  let count = 0
  for await (const row of rows) {
    const cells = toRow(row)
    text += `${columns.map((column) => formatCell(column, cells[column])).join(separator)}\r\n`
    count++
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  yield text
  await onEnd(count)
}

/** Instants are ISO 8601 in UTC and amounts decimal; numbers are never guarded against formulas. */
function formatCell(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    if (getUnit(column) === 'instant') return new Date(value).toISOString()
    return getUnit(column) === 'amount' ? (value / minorPerMajor).toFixed(2) : String(value)
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = formula.test(text.normalize('NFKC')) ? `'${text}` : text
  return quote(safe)
}

const quote = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
