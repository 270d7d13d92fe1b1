import { listPlayerIds } from '../../accounts/operator/players.ts'
import {
  type CommandContext,
  type CommandDeps,
  onDatabase,
  type RefusalMessages,
} from '../command-context.ts'

const messages: RefusalMessages = {
  SECOND_FACTOR_NOT_FOUND: () => 'The player has no second factor.',
  SAVE_VERSION_NOT_FOUND: () => 'There is no such version. To list them: npm run hub -- saves list <player>',
  EDIT_CONFLICT: () => 'The game has saved meanwhile: list the versions again.',
  PLAYER_NOT_FOUND: () => 'There is no such player; "players find" looks for one.',
}

/** Runs a command on the player whom an id or an email names. */
export function onPlayer(
  context: CommandContext,
  idOrEmail: string,
  run: (deps: CommandDeps, playerId: string) => Promise<void>,
): Promise<number> {
  const resolveAndRun = async (deps: CommandDeps) => {
    const [id, ...others] = await listPlayerIds(deps.db, idOrEmail)
    if (id !== undefined && others.length === 0) {
      await run(deps, id)
      return 0
    }
    context.print(
      id === undefined
        ? `No player has the email ${idOrEmail}; "players find" looks for a part of one.`
        : `Several players have the email ${idOrEmail}; name one by id: ${[id, ...others].join(', ')}`,
    )
    return 1
  }
  return onDatabase(context, resolveAndRun, messages)
}
