import { expectBuildByNumber, readBuild } from '../../builds/index.ts'
import type { CommandContext } from '../command-context.ts'
import { onBuilds } from './on-builds.ts'

export function preview(context: CommandContext, [project = '', number = '']: string[]): Promise<void> {
  return onBuilds(context, project, async (deps) => {
    const build = await expectBuildByNumber(deps.db, project, number)
    const { previewUrl } = await readBuild(deps, build)
    context.setJson({ previewUrl })
    context.print(previewUrl ?? 'This build cannot be tried: it is not finished, or this hub hosts no games.')
  })
}
