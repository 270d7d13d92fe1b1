import { localText } from '@playhub/contract'
import type { PlaceholderValues } from '@playhub/contract/operator/placeholders'
import type { Catalogue } from '../../catalogue/index.ts'
import type { TicketRow } from '../tables.ts'

/**
 * Values for the placeholders of saved replies, in the player's language. A player chooses their name, so it is one line
 * without characters that could reorder the text.
 */
export function getPlaceholders(
  catalogue: Pick<Catalogue, 'project'>,
  { orderId, project: id, language }: Pick<TicketRow, 'orderId' | 'project' | 'language'>,
  playerName: string | null,
): PlaceholderValues {
  const project = id === null ? undefined : catalogue.project(id)
  const name = playerName?.replace(/[\p{C}\s]+/gu, ' ').trim()
  return {
    name: name || undefined,
    order: orderId ?? undefined,
    game: project && localText(project.name, language),
  }
}
