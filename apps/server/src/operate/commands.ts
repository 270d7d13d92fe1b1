import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { backUp } from './backup.ts'
import { checkContent } from './content-check.ts'
import { listJobs, retryJob } from './jobs.ts'

export type Operator = {
  config: Config
  clock: Clock
  openDb: () => Promise<Db>
  say: (line: string) => void
}

/** Does something and tells it. @returns the exit code */
type Command = (operator: Operator, argument: string) => number | Promise<number>

const commands: { name: string; argument?: string; purpose: string; run: Command }[] = [
  {
    name: 'backup',
    argument: 'file',
    purpose: 'copy the SQLite database, while the hub runs too',
    run: backUp,
  },
  { name: 'jobs', purpose: 'count the jobs and list those that were given up', run: listJobs },
  { name: 'jobs retry', argument: 'id', purpose: 'let a job that was given up run again', run: retryJob },
  { name: 'content check', purpose: 'read the content and name every mistake', run: checkContent },
  { name: 'help', purpose: 'show this list', run: showHelp },
]

/** @param words  What stands after `npm run hub --`. @returns the exit code */
export async function runCommand(words: string[], operator: Operator): Promise<number> {
  const asked = words.length === 0 ? ['help'] : words
  for (const { name, argument, run } of commands) {
    const nameLength = name.split(' ').length
    const wanted = nameLength + (argument ? 1 : 0)
    if (asked.length === wanted && asked.slice(0, nameLength).join(' ') === name) {
      return run(operator, asked[nameLength] ?? '')
    }
  }
  operator.say(`There is no command "${asked.join(' ')}".`)
  showHelp(operator)
  return 1
}

function showHelp({ say }: Operator): number {
  const usages = commands.map(({ name, argument, purpose }) => ({
    usage: argument ? `${name} <${argument}>` : name,
    purpose,
  }))
  const width = Math.max(...usages.map(({ usage }) => usage.length))
  say('npm run hub -- <command>')
  for (const { usage, purpose } of usages) say(`  ${usage.padEnd(width)}  ${purpose}`)
  return 0
}
