import { runCommand } from '../../src/cli/commands.ts'
import type { TestHub } from './test-hub.ts'

/**
 * Runs a command on a running hub's database.
 * @param args  Separated by spaces, or one by one.
 */
export async function runOnHub({ context: { config, db }, clock }: TestHub, args: string | string[]) {
  const lines: string[] = []
  // A command closes its database, which the hub still needs.
  const sharedDb = new Proxy(db, {
    get(target, name) {
      if (name === 'destroy') return async () => {}
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const print = (line: string) => void lines.push(line)
  const operator = { config, clock, openDb: async () => sharedDb, print, user: 'root' }
  const code = await runCommand(typeof args === 'string' ? args.split(' ') : args, operator)
  return { code, printed: lines.join('\n') }
}

/** What a command prints with `--json`; of a response, its result. */
export async function readOnHub(hub: TestHub, command: string) {
  const { printed } = await runOnHub(hub, `${command} --json`)
  const value = JSON.parse(printed)
  const result = value.data?.result ?? value
  return command.startsWith('audit') ? result.map(parseChange) : result
}

/** The audit log keeps what was before and after as JSON. */
function parseChange(entry: { before: string | null; after: string | null }) {
  return { ...entry, before: JSON.parse(entry.before ?? 'null'), after: JSON.parse(entry.after ?? 'null') }
}
