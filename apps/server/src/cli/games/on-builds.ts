import { type BuildDeps, createBuildStorage } from '../../builds/index.ts'
import { type CommandContext, onDatabase } from '../command-context.ts'
import { expectProject } from '../read-content.ts'

/** Runs a command about the builds of a project; a running hub notices the change by itself. */
export async function onBuilds(
  context: CommandContext,
  project: string,
  run: (deps: BuildDeps) => Promise<void>,
): Promise<void> {
  const { config } = context
  const found = expectProject(context, project)
  const hasPortal = () => found.game.compat !== undefined
  const storage = createBuildStorage(config.buildStorage)
  await onDatabase(context, (deps) => run({ ...deps, config, storage, hasPortal }))
}
