import { addNote, listNotes } from '../../accounts/operator/notes.ts'
import { readPlayer, undoDeletion } from '../../accounts/operator/players.ts'
import { type CommandContext, toOperation } from '../command-context.ts'
import { instant } from '../format.ts'
import { printLines } from '../printable.ts'
import { onPlayer } from './on-player.ts'

const maxLength = 5000

export async function note(context: CommandContext, [player = '', ...words]: string[]): Promise<number> {
  const text = words.join(' ').trim()
  if (text === '' || text.length > maxLength) {
    context.print(`A note has 1 to ${maxLength} characters.`)
    return 1
  }
  return onPlayer(context, player, async (deps, id) => {
    context.setJson(await addNote(deps, id, { text, projects: null }, toOperation(context)))
    context.print(`The note is on player ${id}; only staff see it.`)
  })
}

export function notes(context: CommandContext, [player = '']: string[]): Promise<number> {
  return onPlayer(context, player, async (deps, id) => {
    await readPlayer(deps, id)
    const listed = await listNotes(deps.db, id)
    context.setJson(listed)
    if (listed.length === 0) context.print('There are no notes on this player.')
    for (const { createdAt, operator, text } of listed) {
      context.print(`${instant(createdAt)} ${operator}:`)
      printLines(context, text)
    }
  })
}

export function undoDelete(context: CommandContext, [player = '']: string[]): Promise<number> {
  return onPlayer(context, player, async (deps, id) => {
    await undoDeletion(deps, id, toOperation(context))
    context.print(`The account of player ${id} stays.`)
  })
}
