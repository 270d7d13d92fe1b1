import { activateBuild, readBuild, readBuilds, removeBuild, rollBackBuild } from '../../builds/index.ts'
import { addGameErrors } from '../../plays/index.ts'
import { type CommandContext, toOperation } from '../command-context.ts'
import { instant } from '../format.ts'
import { expectBuild, onBuilds } from './on-builds.ts'

export function showVersions(context: CommandContext, [project = '']: string[]): Promise<number> {
  const { print } = context
  return onBuilds(context, project, async (deps) => {
    const builds = await addGameErrors(deps.db, project, await readBuilds(deps, project))
    context.setJson(builds)
    if (builds.length === 0)
      print(
        `${project} has no builds. To publish one: npm run hub -- games publish ${project} <folder or zip>`,
      )
    for (const build of builds) printBuild(print, build)
  })
}

type ShownBuild = Awaited<ReturnType<typeof addGameErrors>>[number]

function printBuild(print: CommandContext['print'], build: ShownBuild): void {
  const { number, label, state, isCurrent, files, sizeBytes, createdAt, createdBy, errors } = build
  const name = label === null ? '' : ` (${label})`
  const size = `${files} files, ${(sizeBytes / 1024 / 1024).toFixed(1)} MB`
  const mark = isCurrent ? ', players get it' : state === 'ready' ? '' : `, ${state}`
  print(`  ${number}${name}  ${instant(createdAt)} by ${createdBy}, ${size}${mark}`)
  for (const { message, count } of errors) print(`      ${count} × ${message}`)
}

export function activate(context: CommandContext, [project = '', number = '']: string[]): Promise<number> {
  return onBuilds(context, project, async (deps) => {
    const { id } = await expectBuild(deps, project, number)
    const build = await activateBuild(deps, { project, id }, toOperation(context))
    context.setJson(await readBuild(deps, build))
    context.print(`Players of ${project} get build ${build.number} now.`)
  })
}

export function rollBack(context: CommandContext, [project = '']: string[]): Promise<number> {
  return onBuilds(context, project, async (deps) => {
    const build = await rollBackBuild(deps, project, toOperation(context))
    context.setJson(await readBuild(deps, build))
    context.print(`Players of ${project} get build ${build.number} again.`)
  })
}

export function preview(context: CommandContext, [project = '', number = '']: string[]): Promise<number> {
  return onBuilds(context, project, async (deps) => {
    const { previewUrl } = await readBuild(deps, await expectBuild(deps, project, number))
    context.setJson({ previewUrl })
    context.print(previewUrl ?? 'This build cannot be tried: it is not finished, or this hub hosts no games.')
  })
}

export function remove(context: CommandContext, [project = '', number = '']: string[]): Promise<number> {
  return onBuilds(context, project, async (deps) => {
    const { id } = await expectBuild(deps, project, number)
    await removeBuild(deps, { project, id }, toOperation(context))
    context.setJson({ number: Number(number) })
    context.print(`Build ${number} of ${project} is removed. Its files are deleted within two hours.`)
  })
}
