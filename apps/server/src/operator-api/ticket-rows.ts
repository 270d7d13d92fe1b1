import type { OperatorTicketRow } from '@playhub/contract/operator'
import { listPlayerNames } from '../accounts/operator/player-list.ts'
import { listOperators } from '../operators/management/list-operators.ts'
import type { Db } from '../platform/database/database.ts'
import type { ListedTicket } from '../support/operator/ticket-queue.ts'

/** Adds the names of players and assignees to tickets. */
export const createTicketRows =
  (db: Db) =>
  async (tickets: ListedTicket[]): Promise<OperatorTicketRow[]> => {
    if (tickets.length === 0) return []
    const players = await listPlayerNames(
      db,
      tickets.map(({ playerId }) => playerId),
    )
    const operators = new Map((await listOperators(db)).map(({ id, name }) => [id, name]))
    return tickets.map((ticket) => toRow(ticket, players, operators))
  }

function toRow(
  ticket: ListedTicket,
  players: Map<string, string>,
  operators: Map<string, string>,
): OperatorTicketRow {
  const { id, number, playerId, orderId, project, reason, state, language, assigneeId } = ticket
  const { tags, excerpt, createdAt, updatedAt } = ticket
  return {
    ...{
      id,
      number,
      playerId,
      orderId,
      project,
      reason,
      state,
      language,
      tags,
      excerpt,
      createdAt,
      updatedAt,
    },
    playerName: players.get(playerId) ?? null,
    assignee: assigneeId === null ? null : { id: assigneeId, name: operators.get(assigneeId) ?? '' },
  }
}
