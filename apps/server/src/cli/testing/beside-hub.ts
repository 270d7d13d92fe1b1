import type { TestHub } from '../../testing/test-hub.ts'
import { runCommand } from '../commands.ts'

/** Runs a command beside a hub. @param words  With spaces between them, or one by one. @returns  the exit code and what was said */
export async function operate({ context: { config, db }, clock }: TestHub, words: string | string[]) {
  const said: string[] = []
  // A command closes what it opened; the hub still needs it.
  const shared = new Proxy(db, {
    get(target, name) {
      if (name === 'destroy') return async () => {}
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const operator = { config, clock, openDb: async () => shared, say: (line: string) => void said.push(line) }
  const asked = typeof words === 'string' ? words.split(' ') : words
  return { code: await runCommand(asked, operator), said: said.join('\n') }
}
