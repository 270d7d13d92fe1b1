import {
  banPlayer,
  deletePlayer,
  endLoginSessions,
  exportPlayer,
  findPlayers,
  type PlayerSummary,
  readPlayer,
  removeSecondFactor,
  unbanPlayer,
} from '../../accounts/index.ts'
import { personalRecords } from '../../personal-records.ts'
import {
  type CommandDeps,
  maxListed,
  type Operator,
  onChange,
  onDatabase,
  type RefusalMessages,
} from '../operator.ts'

const messages: RefusalMessages = {
  SECOND_FACTOR_NOT_FOUND: () => 'The player has no second factor.',
  PLAYER_NOT_FOUND: () => 'There is no such player; "players find" looks for one.',
}

export function searchPlayers(operator: Operator, text: string): Promise<number> {
  const { print } = operator
  return onDatabase(operator, async ({ db }) => {
    const players = await findPlayers(db, text, maxListed)
    operator.answer(players)
    if (players.length === 0) print('No player matches.')
    for (const player of players) print(`  ${lineOf(player)}`)
    if (players.length === maxListed) print(`  Only the newest ${maxListed} are listed.`)
  })
}

export function showPlayer(operator: Operator, id: string): Promise<number> {
  const { print } = operator
  const show = async (deps: CommandDeps) => {
    const player = await readPlayer(deps, id)
    operator.answer(player)
    print(lineOf(player))
    print(`Receipts go to ${player.receiptEmail ?? player.email ?? 'no address'}, in ${player.language}`)
    for (const { provider, label, createdAt } of player.identities) {
      print(`  Signs in by ${provider}${label === null ? '' : ` as ${label}`}, since ${instant(createdAt)}`)
    }
    for (const { authType, userAgent, lastSeenAt } of player.loginSessions) {
      print(`  Signed in by ${authType}, last seen ${instant(lastSeenAt)}: ${userAgent || 'unknown browser'}`)
    }
  }
  return onDatabase(operator, show, messages)
}

function lineOf({ id, nickName, email, authType, createdAt, bannedAt, deletionAt }: PlayerSummary): string {
  const ban = bannedAt === null ? '' : `, banned since ${instant(bannedAt)}`
  const deletion = deletionAt === null ? '' : `, to be deleted at ${instant(deletionAt)}`
  return `${id}  ${nickName}, ${email ?? 'no address'}, by ${authType} since ${instant(createdAt)}${ban}${deletion}`
}

const instant = (at: number) => new Date(at).toISOString()

export function ban(operator: Operator, id: string, more: string[]): Promise<number> {
  return onChange(operator, more, messages, async (deps, operation) => {
    await banPlayer(deps, id, operation)
    operator.print(`Player ${id} is banned and signed out everywhere. Game tokens expire within 15 minutes.`)
  })
}

export function unban(operator: Operator, id: string, more: string[]): Promise<number> {
  return onChange(operator, more, messages, async (deps, operation) => {
    await unbanPlayer(deps, id, operation)
    operator.print(`Player ${id} may sign in again.`)
  })
}

export function endSessions(operator: Operator, id: string, more: string[]): Promise<number> {
  return onChange(operator, more, messages, async (deps, operation) => {
    const count = await endLoginSessions(deps, id, operation)
    operator.print(`${count} login sessions of player ${id} have ended.`)
  })
}

export function removeFactor(operator: Operator, id: string, more: string[]): Promise<number> {
  return onChange(operator, more, messages, async (deps, operation) => {
    await removeSecondFactor(deps, id, operation)
    operator.print(`Player ${id} signs in by password alone until they turn the second factor on again.`)
  })
}

export function exportData(operator: Operator, id: string, more: string[]): Promise<number> {
  return onChange(operator, more, messages, async (deps, operation) => {
    const elsewhere = { personalData: (playerId: string) => personalRecords(deps.db, playerId) }
    const exported = await exportPlayer({ ...deps, personalRecords: elsewhere }, id, operation)
    operator.answer(exported)
    operator.print(JSON.stringify(exported, null, 2))
  })
}

export function deleteAccount(operator: Operator, id: string, more: string[]): Promise<number> {
  const isAtOnce = more.includes('--now')
  const rest = more.filter((arg) => arg !== '--now')
  return onChange(operator, rest, messages, async (deps, operation) => {
    const deletionAt = await deletePlayer(deps, id, { ...operation, isAtOnce })
    operator.print(
      isAtOnce
        ? `A running hub erases the account of player ${id} now.`
        : `The account of player ${id} will be erased at ${instant(deletionAt)}.`,
    )
  })
}
