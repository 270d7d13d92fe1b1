import { stat } from 'node:fs/promises'
import { expectBuildStorage, publishArchive, publishFolder, readBuild } from '../../builds/index.ts'
import { toGameUrl } from '../../platform/game-hosting.ts'
import { CommandError } from '../command.ts'
import { type CommandContext, toOperation } from '../command-context.ts'
import { formatProblem } from '../refusal-sentences.ts'
import { onBuilds } from './on-builds.ts'

export async function publishGame(
  context: CommandContext,
  [project = '', source = '']: string[],
  { label, 'no-activate': noActivate }: { label?: string; 'no-activate'?: boolean },
): Promise<void> {
  const { print, config } = context
  const found = await stat(source).catch(() => undefined)
  if (!found) throw new CommandError(`There is no folder or zip "${source}".`)
  return onBuilds(context, project, async (deps) => {
    await expectBuildStorage(deps.db, config)
    const operation = toOperation(context)
    const activate = noActivate !== true
    const publication = { project, label: label ?? null, createdBy: operation.operator, activate }
    const publish = found.isDirectory() ? publishFolder : publishArchive
    const build = await readBuild(deps, await publish(deps, source, publication, operation))
    context.setJson(build)
    const { number, files, engine, warnings, previewUrl } = build
    print(`Build ${number} of ${project}: ${files} files${engine === null ? '' : `, ${engine}`}.`)
    for (const warning of warnings) print(formatProblem(warning))
    if (activate && config.gameHosting) print(`Players get it now: ${toGameUrl(config.gameHosting, project)}`)
    else {
      print(`To try it: ${previewUrl}`)
      print(`To give it to players: npm run hub -- games activate ${project} ${number}`)
    }
  })
}
