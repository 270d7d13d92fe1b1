import { exportLibrary } from './catalogue/index.ts'
import { listPlaysByPlayer } from './game-tokens/index.ts'
import { ownHubSessions } from './hub-sessions/index.ts'
import { exportScores } from './leaderboards/index.ts'
import { exportCards, paymentRecords } from './payments/index.ts'
import type { Db } from './platform/database/database.ts'
import { exportSaves } from './saves/index.ts'
import { exportTickets } from './support/index.ts'

/** A player's records outside the account by section, for the data export. */
export async function personalRecords(db: Db, playerId: string): Promise<Record<string, unknown>> {
  const plays = await listPlaysByPlayer(db, playerId)
  return {
    ...paymentRecords(db, playerId),
    rememberedCards: await exportCards(db, playerId),
    hubSessions: await ownHubSessions(db, playerId),
    plays: plays.map(({ project, firstAt }) => ({ project, firstAt })),
    leaderboards: await exportScores(db, playerId),
    games: await exportLibrary(db, playerId),
    saves: exportSaves(db, playerId),
    tickets: exportTickets(db, playerId),
  }
}
