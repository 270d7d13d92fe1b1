import { backUp } from './backup.ts'
import { checkContent } from './content-check.ts'
import { listJobs, retryJob } from './jobs.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'
import type { Operator } from './operator.ts'
import { reportPayments } from './payments-report.ts'
import { refundPayment, retryFailedRefund } from './refund.ts'
import { answerTicket, listTickets, showTicket, shutTicket } from './tickets.ts'
import { resendAll, resendOne, showDeadWebhooks } from './webhooks.ts'

type Command = {
  name: string
  argument?: string
  /** Usage of further arguments. */
  more?: string
  purpose: string
  /** @returns the exit code */
  run(operator: Operator, argument: string, more: string[]): number | Promise<number>
}

const commands: Command[] = [
  {
    name: 'backup',
    argument: 'file',
    purpose: 'copy the SQLite database; the hub may be running',
    run: backUp,
  },
  { name: 'jobs', purpose: 'count the jobs and list the dead ones', run: listJobs },
  { name: 'jobs retry', argument: 'id', purpose: 'run a dead job again', run: retryJob },
  {
    name: 'refund retry',
    argument: 'refundId',
    purpose: 'retry a failed refund',
    run: retryFailedRefund,
  },
  {
    name: 'refund',
    argument: 'paymentId',
    more: '[amount] --reason <why>',
    purpose: 'refund a payment, or a part of it',
    run: refundPayment,
  },
  {
    name: 'payments report',
    purpose: 'show what reconciliation settled and what disagrees',
    run: reportPayments,
  },
  {
    name: 'keys create',
    argument: 'project',
    purpose: "create a key for a project's game server and show it once",
    run: createKey,
  },
  { name: 'keys list', argument: 'project', purpose: 'list the keys of a project', run: listKeys },
  { name: 'keys revoke', argument: 'id', purpose: 'revoke a key', run: revokeKey },
  {
    name: 'webhooks dead',
    purpose: 'list the webhooks whose retries are exhausted',
    run: showDeadWebhooks,
  },
  {
    name: 'webhooks resend',
    argument: 'id',
    purpose: 'send a webhook again with the same id',
    run: resendOne,
  },
  {
    name: 'webhooks resend-all',
    argument: 'project',
    purpose: 'send all dead webhooks of a project again',
    run: resendAll,
  },
  {
    name: 'tickets list',
    more: '[all]',
    purpose: 'list the tickets that wait for an answer, or all tickets',
    run: listTickets,
  },
  {
    name: 'tickets show',
    argument: 'id',
    purpose: 'show the messages of a ticket and the timeline of its order',
    run: showTicket,
  },
  {
    name: 'tickets answer',
    argument: 'id',
    more: '<text>',
    purpose: 'answer the player, in the ticket and by email',
    run: answerTicket,
  },
  {
    name: 'tickets close',
    argument: 'id',
    purpose: 'close a ticket',
    run: shutTicket,
  },
  {
    name: 'content check',
    purpose: 'check the content for mistakes and missing details',
    run: checkContent,
  },
  { name: 'help', purpose: 'show this list', run: showHelp },
]

export const commandNames = commands.map(({ name }) => name)

/**
 * @param args  The arguments after `npm run hub --`.
 * @returns     The exit code.
 */
export async function runCommand(args: string[], operator: Operator): Promise<number> {
  const given = args.length === 0 ? ['help'] : args
  for (const { name, argument, more, run } of commands) {
    const nameLength = name.split(' ').length
    const required = nameLength + (argument ? 1 : 0)
    const isComplete = more ? given.length >= required : given.length === required
    if (isComplete && given.slice(0, nameLength).join(' ') === name) {
      return run(operator, given[nameLength] ?? '', given.slice(required))
    }
  }
  operator.print(`There is no command "${given.join(' ')}".`)
  showHelp(operator)
  return 1
}

function showHelp({ print }: Operator): number {
  const usages = commands.map(({ name, argument, more, purpose }) => ({
    usage: [name, ...(argument ? [`<${argument}>`] : []), ...(more ? [more] : [])].join(' '),
    purpose,
  }))
  const width = Math.max(...usages.map(({ usage }) => usage.length))
  print('npm run hub -- <command>')
  for (const { usage, purpose } of usages) print(`  ${usage.padEnd(width)}  ${purpose}`)
  return 0
}
