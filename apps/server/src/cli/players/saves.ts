import { listPlayerSaves } from '../../saves/operator/player-saves.ts'
import { restoreSave } from '../../saves/operator/restore.ts'
import { type CommandContext, toOperation } from '../command-context.ts'
import { instant } from '../format.ts'
import { onPlayer } from './on-player.ts'

export function listSaves(context: CommandContext, [player = '', project]: string[]): Promise<number> {
  const { print } = context
  return onPlayer(context, player, async ({ db }, playerId) => {
    const projects = project === undefined ? undefined : [project]
    const saves = await listPlayerSaves(db, { playerId, projects })
    context.setJson(saves)
    if (saves.length === 0) print(`Player ${playerId} has no saves${project ? ` in ${project}` : ''}.`)
    for (const { project, key, current, versions } of saves) {
      print(`${project} ${key}`)
      if (current) print(`  ${format(current)}, current`)
      for (const version of versions)
        if (version.version !== current?.version)
          print(`  ${format(version)}, ${version.reason} ${instant(version.replacedAt)}`)
    }
  })
}

type Version = { version: number; savedAt: number; sizeBytes: number; source: string }

const format = ({ version, savedAt, sizeBytes, source }: Version) =>
  `${version}  ${instant(savedAt)} by the ${source === 'server' ? 'game server' : 'game'}, ${sizeBytes} bytes`

export function restore(
  context: CommandContext,
  [player = '', project = '', saveKey = '', version = '']: string[],
): Promise<number> {
  return onPlayer(context, player, async (deps, playerId) => {
    const place = { playerId, project, saveKey }
    const number = /^\d{1,15}$/.test(version) ? Number(version) : 0
    const stored = await restoreSave(deps, place, number, toOperation(context))
    context.setJson(stored)
    context.print(
      `${saveKey} of ${project} is version ${version} again, as version ${stored.version}. What it replaced is kept for 30 days.`,
    )
  })
}
