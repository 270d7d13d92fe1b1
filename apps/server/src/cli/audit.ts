import { listOperations } from '../platform/audit-log.ts'
import { maxListed, type Operator, onDatabase, readOptions } from './operator.ts'

const options = {
  subject: { type: 'string' },
  operator: { type: 'string' },
  before: { type: 'string' },
} as const

export async function showAuditLog(operator: Operator, _: string, more: string[]): Promise<number> {
  const { print } = operator
  const filter = readOptions(operator, more, options)
  if (!filter) return 1
  return onDatabase(operator, async ({ db }) => {
    const entries = await listOperations(db, { ...filter, limit: maxListed })
    operator.answer(
      entries.map((entry) => ({ ...entry, before: parse(entry.before), after: parse(entry.after) })),
    )
    if (entries.length === 0) print('No change by an operator is recorded.')
    for (const { at, operator: who, action, subject, before, after, reason } of entries) {
      const change =
        before === null && after === null ? '' : `: ${before ?? 'nothing'} → ${after ?? 'nothing'}`
      const why = reason === null ? '' : ` (${reason})`
      print(`  ${new Date(at).toISOString()}  ${who}  ${action} ${subject}${change}${why}`)
    }
    const last = entries.at(-1)
    if (last && entries.length === maxListed) print(`Older ones: audit --before ${last.id}`)
  })
}

const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
