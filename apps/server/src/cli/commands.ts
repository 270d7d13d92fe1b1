import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { backUp } from './backup.ts'
import { checkContent } from './content-check.ts'
import { listJobs, retryJob } from './jobs.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'
import { reportPayments } from './payments-report.ts'
import { refundPayment, retryFailedRefund } from './refund.ts'
import { answerTicket, listTickets, showTicket, shutTicket } from './tickets.ts'
import { resendAll, resendOne, showDeadWebhooks } from './webhooks.ts'

export type Operator = {
  config: Config
  clock: Clock
  openDb: () => Promise<Db>
  say: (line: string) => void
}

/**
 * Does something and tells it.
 * @param more  What stands behind the argument.
 * @returns     the exit code
 */
type Command = (operator: Operator, argument: string, more: string[]) => number | Promise<number>

type Known = {
  name: string
  argument?: string
  /** What may stand behind the argument. */
  more?: string
  purpose: string
  run: Command
}

const commands: Known[] = [
  {
    name: 'backup',
    argument: 'file',
    purpose: 'copy the SQLite database, while the hub runs too',
    run: backUp,
  },
  { name: 'jobs', purpose: 'count the jobs and list those that were given up', run: listJobs },
  { name: 'jobs retry', argument: 'id', purpose: 'let a job that was given up run again', run: retryJob },
  {
    name: 'refund retry',
    argument: 'refundId',
    purpose: 'ask once more for a refund that has failed',
    run: retryFailedRefund,
  },
  {
    name: 'refund',
    argument: 'paymentId',
    more: '[amount] --reason <why>',
    purpose: 'return a payment, or a part of it',
    run: refundPayment,
  },
  {
    name: 'payments report',
    purpose: 'tell what reconciliation settled and what disagrees',
    run: reportPayments,
  },
  {
    name: 'keys create',
    argument: 'project',
    purpose: "make a key for a project's game server, and say it once",
    run: createKey,
  },
  { name: 'keys list', argument: 'project', purpose: 'list the keys of a project', run: listKeys },
  { name: 'keys revoke', argument: 'id', purpose: 'let a key open nothing any more', run: revokeKey },
  {
    name: 'webhooks dead',
    purpose: 'list the webhooks that game servers have not taken',
    run: showDeadWebhooks,
  },
  {
    name: 'webhooks resend',
    argument: 'id',
    purpose: 'tell a webhook again, under its own id',
    run: resendOne,
  },
  {
    name: 'webhooks resend-all',
    argument: 'project',
    purpose: 'tell all of a project again that were given up',
    run: resendAll,
  },
  {
    name: 'tickets list',
    more: '[all]',
    purpose: 'list the tickets that wait for an answer, or all',
    run: listTickets,
  },
  {
    name: 'tickets show',
    argument: 'id',
    purpose: 'tell what was written in a ticket, and what happened to the order',
    run: showTicket,
  },
  {
    name: 'tickets answer',
    argument: 'id',
    more: '<text>',
    purpose: 'write to the player, in the ticket and by mail',
    run: answerTicket,
  },
  {
    name: 'tickets close',
    argument: 'id',
    purpose: 'let a ticket take no more messages',
    run: shutTicket,
  },
  {
    name: 'content check',
    purpose: 'read the content, name every mistake and what is unfinished',
    run: checkContent,
  },
  { name: 'help', purpose: 'show this list', run: showHelp },
]

export const commandNames = commands.map(({ name }) => name)

/** @param words  What stands after `npm run hub --`. @returns the exit code */
export async function runCommand(words: string[], operator: Operator): Promise<number> {
  const asked = words.length === 0 ? ['help'] : words
  for (const { name, argument, more, run } of commands) {
    const nameLength = name.split(' ').length
    const wanted = nameLength + (argument ? 1 : 0)
    const isOfLength = more ? asked.length >= wanted : asked.length === wanted
    if (isOfLength && asked.slice(0, nameLength).join(' ') === name) {
      return run(operator, asked[nameLength] ?? '', asked.slice(wanted))
    }
  }
  operator.say(`There is no command "${asked.join(' ')}".`)
  showHelp(operator)
  return 1
}

function showHelp({ say }: Operator): number {
  const usages = commands.map(({ name, argument, more, purpose }) => ({
    usage: [name, ...(argument ? [`<${argument}>`] : []), ...(more ? [more] : [])].join(' '),
    purpose,
  }))
  const width = Math.max(...usages.map(({ usage }) => usage.length))
  say('npm run hub -- <command>')
  for (const { usage, purpose } of usages) say(`  ${usage.padEnd(width)}  ${purpose}`)
  return 0
}
