import { hasOperation, listOperations } from '../platform/audit-log.ts'
import { type CommandContext, maxListed, onDatabase } from './command-context.ts'

type Filter = { subject?: string; operator?: string; before?: string }

export function showAuditLog(context: CommandContext, _: string[], filter: Filter): Promise<number> {
  const { print } = context
  const { before: last } = filter
  return onDatabase(context, async ({ db }) => {
    if (last !== undefined && !(await hasOperation(db, last))) {
      print(`There is no entry ${last} in the audit log.`)
      return 1
    }
    const entries = await listOperations(db, { ...filter, limit: maxListed })
    context.setJson(
      entries.map((entry) => ({ ...entry, before: parse(entry.before), after: parse(entry.after) })),
    )
    if (entries.length === 0) print('No change by an operator is recorded.')
    for (const { at, operator: who, action, subject, before, after, reason } of entries) {
      const change =
        before === null && after === null ? '' : `: ${before ?? 'nothing'} → ${after ?? 'nothing'}`
      const why = reason === null ? '' : ` (${reason})`
      print(`  ${new Date(at).toISOString()}  ${who}  ${action} ${subject}${change}${why}`)
    }
    const oldest = entries.at(-1)
    if (oldest && entries.length === maxListed) print(`Older ones: audit --before ${oldest.id}`)
    return 0
  })
}

const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
