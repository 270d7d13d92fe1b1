import type { Location } from 'react-router'

type Entry = Pick<Location, 'key' | 'state'>

const toObject = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

/** Names a history entry, also after a login has replaced it. */
export function getEntryKey({ key, state }: Entry): string {
  const { entry } = toObject(state)
  return typeof entry === 'string' ? entry : key
}

/** State for the login page, from which the entry goes on as it was. */
export const toResumedState = (entry: Entry) => ({
  resumed: { ...toObject(entry.state), entry: getEntryKey(entry) },
})

/** What the login page gives back to the screen that it stood in for. */
export const readResumedState = (state: unknown): unknown => toObject(state).resumed ?? null
