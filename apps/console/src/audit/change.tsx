import { listChanges } from './list-changes.ts'

const MAX_SHOWN = 4

/** The change an act made: "state active → suspended". */
export function Change(props: { before: string | null; after: string | null }) {
  const changes = listChanges(props.before, props.after)
  const shown = changes.slice(0, MAX_SHOWN)
  return (
    <ul
      className="grid gap-0.5 py-1 text-13"
      title={changes.length > MAX_SHOWN ? (props.after ?? undefined) : undefined}
    >
      {shown.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {field && <span className="text-soft">{field} </span>}
          {before !== null && (
            <>
              {before} <span className="text-soft">→</span>{' '}
            </>
          )}
          {after ?? '–'}
        </li>
      ))}
      {changes.length > MAX_SHOWN && <li className="text-soft">+{changes.length - MAX_SHOWN}</li>}
    </ul>
  )
}
