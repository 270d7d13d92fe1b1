import { pauseWebhooks, resumeWebhooks } from '../../payments/game-webhooks/pause.ts'
import { listDeliveries } from '../../payments/records/delivery-store.ts'
import { type CommandContext, maxListed, onDatabase, toOperation } from '../command-context.ts'
import { instant } from '../format.ts'
import { expectProject } from '../open-content.ts'

export function showDeliveries(
  context: CommandContext,
  [project = '']: string[],
  { failed: isFailed = false }: { failed?: boolean },
): Promise<number> {
  const { print } = context
  return onDatabase(context, async ({ db }) => {
    const outcome = isFailed ? 'failed' : undefined
    const deliveries = await listDeliveries(db, { project, outcome, limit: maxListed })
    context.setJson(deliveries)
    if (deliveries.length === 0) print(`There are no ${isFailed ? 'failed ' : ''}deliveries to ${project}.`)
    for (const { at, webhookId, status, error, durationMs, origin } of deliveries)
      print(`  ${instant(at)}  ${webhookId}, ${status ?? error}, ${durationMs} ms, ${origin}`)
    if (deliveries.length === maxListed) print(`  Only the newest ${maxListed} are listed.`)
  })
}

export async function pauseProject(context: CommandContext, [project = '']: string[]): Promise<number> {
  if (!expectProject(context, project)) return 1
  return onDatabase(context, async (deps) => {
    const isNew = await pauseWebhooks(deps, project, toOperation(context))
    context.print(
      isNew ? `Webhooks of ${project} are queued until "webhooks resume".` : `${project} is paused already.`,
    )
    return isNew ? 0 : 1
  })
}

export function resumeProject(context: CommandContext, [project = '']: string[]): Promise<number> {
  return onDatabase(context, async (deps) => {
    const wasPaused = await resumeWebhooks(deps, project, toOperation(context))
    context.print(wasPaused ? `The queued webhooks of ${project} are sent.` : `${project} is not paused.`)
    return wasPaused ? 0 : 1
  })
}
