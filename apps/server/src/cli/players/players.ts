import {
  deletePlayer,
  endLoginSessions,
  exportPlayer,
  findPlayers,
  type PlayerSummary,
  readPlayer,
  removeTwoFactor,
} from '../../accounts/operator/players.ts'
import { type CommandContext, maxListed, onDatabase, toOperation } from '../command-context.ts'
import { count, instant } from '../format.ts'
import { printLines } from '../printable.ts'
import { onPlayer } from './on-player.ts'

export function searchPlayers(context: CommandContext, [text = '']: string[]): Promise<number> {
  const { print, clock } = context
  return onDatabase(context, async ({ db }) => {
    const players = await findPlayers(db, text, maxListed)
    context.setJson(players)
    if (players.length === 0) print('No player matches.')
    for (const player of players) print(`  ${formatLine(player, clock.now())}`)
    if (players.length === maxListed) print(`  Only the newest ${maxListed} are listed.`)
  })
}

export function showPlayer(context: CommandContext, [idOrEmail = '']: string[]): Promise<number> {
  const { print, clock } = context
  return onPlayer(context, idOrEmail, async (deps, id) => {
    const player = await readPlayer(deps, id)
    context.setJson(player)
    print(formatLine(player, clock.now()))
    const { ban } = player
    if (ban) print(`Banned by operator ${ban.operator}${ban.reason === null ? '' : `: ${ban.reason}`}`)
    print(`Receipts go to ${player.receiptEmail ?? player.email ?? 'no email'}, in ${player.language}`)
    for (const { provider, label, createdAt } of player.identities) {
      print(`  Logs in by ${provider}${label === null ? '' : ` as ${label}`}, since ${instant(createdAt)}`)
    }
    for (const { authType, userAgent, lastSeenAt } of player.loginSessions) {
      print(`  Logged in by ${authType}, last seen ${instant(lastSeenAt)}: ${userAgent || 'unknown browser'}`)
    }
  })
}

function formatLine(player: PlayerSummary, now: number): string {
  const { id, nickName, email, authType, createdAt, deletionAt } = player
  const deletion = deletionAt === null ? '' : `, to be deleted at ${instant(deletionAt)}`
  const since = `by ${authType} since ${instant(createdAt)}`
  return `${id}  ${nickName}, ${email ?? 'no email'}, ${since}${formatBan(player, now)}${deletion}`
}

function formatBan({ bannedAt, bannedUntil }: PlayerSummary, now: number): string {
  if (bannedAt === null) return ''
  if (bannedUntil === null) return `, banned since ${instant(bannedAt)}`
  const verb = bannedUntil > now ? 'banned' : 'was banned'
  return `, ${verb} from ${instant(bannedAt)} until ${instant(bannedUntil)}`
}

export function endSessions(context: CommandContext, [player = '']: string[]): Promise<number> {
  return onPlayer(context, player, async (deps, id) => {
    const ended = await endLoginSessions(deps, id, toOperation(context))
    context.print(`Ended ${count(ended, 'login session')} of player ${id}.`)
  })
}

export function removeFactor(context: CommandContext, [player = '']: string[]): Promise<number> {
  return onPlayer(context, player, async (deps, id) => {
    await removeTwoFactor(deps, id, toOperation(context))
    context.print(`Player ${id} logs in by password alone until they turn the second factor on again.`)
  })
}

export function exportData(context: CommandContext, [player = '']: string[]): Promise<number> {
  return onPlayer(context, player, async (deps, id) => {
    // Every capability stores something about a player.
    const { personalRecords } = await import('../../personal-records.ts')
    const elsewhere = { personalData: (playerId: string) => personalRecords(deps.db, playerId) }
    const exported = await exportPlayer({ ...deps, personalRecords: elsewhere }, id, toOperation(context))
    context.setJson(exported)
    printLines(context, JSON.stringify(exported, null, 2))
  })
}

export function deleteAccount(
  context: CommandContext,
  [player = '']: string[],
  { now: isAtOnce = false }: { now?: boolean },
): Promise<number> {
  return onPlayer(context, player, async (deps, id) => {
    const deletionAt = await deletePlayer(deps, id, { ...toOperation(context), isAtOnce })
    context.print(
      isAtOnce
        ? `A running hub erases the account of player ${id} now.`
        : `The account of player ${id} will be erased at ${instant(deletionAt)}.`,
    )
  })
}
