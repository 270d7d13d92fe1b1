import { showAuditLog } from './audit.ts'
import { backUp, decryptBackup, verifyBackup } from './backup/backup.ts'
import { pruneBackups } from './backup/prune.ts'
import { checkContent } from './content-check.ts'
import { checkEverything, checkProviders } from './doctor/doctor.ts'
import { importSqlite } from './import/import-sqlite.ts'
import { listJobs, retryJob } from './jobs.ts'
import { createKey, listKeys, revokeKey, rotateKeys } from './keys.ts'
import { type Operator, operationUsage, type Terminal } from './operator.ts'
import { listOpenOrAllDisputes } from './orders/disputes.ts'
import { grantOrder, reconcile, revokeOrder, searchOrders, showOrder } from './orders/orders.ts'
import { showSales } from './orders/sales.ts'
import { reportPayments } from './payments-report.ts'
import {
  ban,
  deleteAccount,
  endSessions,
  exportData,
  removeFactor,
  searchPlayers,
  showPlayer,
  unban,
} from './players/players.ts'
import { refundPayment, retryFailedRefund } from './refund.ts'
import { answerTicket, listTickets, showTicket, shutTicket } from './tickets.ts'
import {
  pingProject,
  resendAll,
  resendOne,
  showDeadWebhooks,
  showWaitingWebhooks,
  showWebhook,
} from './webhooks.ts'

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
    name: 'backup verify',
    argument: 'file',
    more: '[--identity <key file>]',
    purpose: 'read a whole backup and report what is wrong with it',
    run: verifyBackup,
  },
  {
    name: 'backup decrypt',
    argument: 'file',
    more: '<new file> --identity <key file>',
    purpose: 'decrypt an encrypted backup',
    run: decryptBackup,
  },
  {
    name: 'backup prune',
    argument: 'folder',
    more: '--keep <count>',
    purpose: 'delete all but the newest backups of a folder',
    run: pruneBackups,
  },
  {
    name: 'backup',
    argument: 'file',
    more: '[--recipient <age key>]',
    purpose: 'copy the SQLite database, encrypted for the recipients; the hub may be running',
    run: backUp,
  },
  {
    name: 'import-sqlite',
    argument: 'file',
    purpose: 'move a stopped hub from SQLite into the empty PostgreSQL database of DATABASE_URL',
    run: importSqlite,
  },
  {
    name: 'doctor',
    purpose: 'check database, content, mail, companies, public URL, clock, disk and permissions',
    run: checkEverything,
  },
  {
    name: 'doctor providers',
    purpose: 'call each payment and sign-in company once, and say what is wrong',
    run: checkProviders,
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
  {
    name: 'keys rotate',
    purpose: 'sign login and game tokens with new keys; tokens of the old ones live out',
    run: rotateKeys,
  },
  { name: 'keys revoke', argument: 'id', purpose: 'revoke a key', run: revokeKey },
  {
    name: 'webhooks waiting',
    purpose: 'list the webhooks that wait or fail now',
    run: showWaitingWebhooks,
  },
  {
    name: 'webhooks dead',
    purpose: 'list the webhooks whose retries are exhausted',
    run: showDeadWebhooks,
  },
  { name: 'webhooks show', argument: 'id', purpose: 'show a webhook with its body', run: showWebhook },
  {
    name: 'webhooks ping',
    argument: 'project',
    purpose: "send a test webhook to a project's game server and show its answer",
    run: pingProject,
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
  {
    name: 'players find',
    argument: 'text',
    purpose: 'find players by id, address, identity or the beginning of a name',
    run: searchPlayers,
  },
  {
    name: 'players show',
    argument: 'id',
    purpose: 'show a player with identities and login sessions',
    run: showPlayer,
  },
  {
    name: 'players ban',
    argument: 'id',
    more: operationUsage,
    purpose: 'end the login sessions of a player and refuse to sign in, play and order',
    run: ban,
  },
  { name: 'players unban', argument: 'id', more: operationUsage, purpose: 'lift a ban', run: unban },
  {
    name: 'players end-sessions',
    argument: 'id',
    more: operationUsage,
    purpose: 'sign a player out everywhere',
    run: endSessions,
  },
  {
    name: 'players remove-second-factor',
    argument: 'id',
    more: operationUsage,
    purpose: 'let a player who lost the authenticator app sign in by password alone',
    run: removeFactor,
  },
  {
    name: 'players export',
    argument: 'id',
    more: operationUsage,
    purpose: 'print everything stored about a player, as JSON',
    run: exportData,
  },
  {
    name: 'players delete',
    argument: 'id',
    more: `[--now] ${operationUsage}`,
    purpose: 'delete an account in 14 days, or at once',
    run: deleteAccount,
  },
  {
    name: 'orders find',
    argument: 'text',
    purpose: "find orders by payment id, a provider's payment id, receipt number, player id or address",
    run: searchOrders,
  },
  {
    name: 'orders show',
    argument: 'paymentId',
    purpose: 'show an order with its timeline',
    run: showOrder,
  },
  {
    name: 'orders reconcile',
    argument: 'paymentId',
    more: operationUsage,
    purpose: 'compare an order with its provider',
    run: reconcile,
  },
  {
    name: 'orders grant',
    argument: 'paymentId',
    more: operationUsage,
    purpose: 'give the player the item of an order, paid or not',
    run: grantOrder,
  },
  {
    name: 'orders revoke',
    argument: 'paymentId',
    more: operationUsage,
    purpose: 'take the item of an order back without a refund',
    run: revokeOrder,
  },
  {
    name: 'disputes',
    more: '[all]',
    purpose: 'list the open disputes, or all of them',
    run: listOpenOrAllDisputes,
  },
  {
    name: 'sales',
    more: '[--from <day>] [--to <day>] [--csv]',
    purpose: 'sum sales and refunds by day (UTC), project, provider and currency; default: 30 days',
    run: showSales,
  },
  {
    name: 'audit',
    more: '[--subject <id>] [--operator <name>] [--before <id>]',
    purpose: 'list the changes by operators, newest first',
    run: showAuditLog,
  },
  { name: 'help', purpose: 'show this list', run: showHelp },
]

export const commandNames = commands.map(({ name }) => name)

/**
 * Runs a command. With `--json` it prints one JSON value instead of lines: the command's result, its lines as `messages`,
 * or an `error`.
 * @param args  The arguments after `npm run hub --`.
 * @returns     The exit code.
 */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  const { isJson, rest, ...operation } = takeCommonOptions(args)
  const lines: string[] = []
  let result: unknown
  const print = isJson ? (line: string) => void lines.push(line) : terminal.print
  const code = await dispatch(rest, { ...terminal, ...operation, print, answer: (value) => (result = value) })
  if (isJson) {
    const fallback = code === 0 ? { messages: lines } : { error: lines.join('\n') }
    terminal.print(JSON.stringify(result ?? fallback, null, 2))
  }
  return code
}

/** `--json`, `--by <operator>` and `--reason <why>` of any command. A reason is all words up to the next option. */
function takeCommonOptions(args: string[]) {
  const [by, withoutBy] = takeOption(args, '--by', 1)
  const [reason, rest] = takeOption(withoutBy, '--reason', args.length)
  return { isJson: rest.includes('--json'), by, reason, rest: rest.filter((arg) => arg !== '--json') }
}

/** @returns the value, null without one, and the other arguments */
function takeOption(
  args: string[],
  name: string,
  maxValues: number,
): [value: string | null, others: string[]] {
  const index = args.indexOf(name)
  if (index < 0) return [null, args]
  const following = args.slice(index + 1)
  const next = following.findIndex((arg) => arg.startsWith('--'))
  const values = following.slice(0, Math.min(maxValues, next < 0 ? following.length : next))
  return [values.join(' ').trim() || null, args.toSpliced(index, 1 + values.length)]
}

async function dispatch(args: string[], operator: Operator): Promise<number> {
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
  print('npm run hub -- <command> [--json] [--by <operator>] [--reason <why>]')
  for (const { usage, purpose } of usages) print(`  ${usage.padEnd(width)}  ${purpose}`)
  return 0
}
