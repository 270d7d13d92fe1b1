import type { BuildProblem } from '@playhub/contract'
import { type BuildDeps, type BuildRow, createBuildStorage, findBuildByNumber } from '../../builds/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CommandContext, onDatabase, type RefusalMessages } from '../command-context.ts'
import { expectProject } from '../open-content.ts'

const messages: RefusalMessages = {
  GAMES_NOT_HOSTED: () =>
    'This hub does not host games: set GAMES_HOST to a host with a wildcard DNS record, or GAME_FILES_URL.',
  BUILD_NOT_FOUND: () => 'There is no such build. To list them: npm run hub -- games versions <project>',
  BUILD_NOT_READY: () => 'The upload of this build is not finished.',
  BUILD_IS_CURRENT: () => 'Players get this build: activate another one first.',
  BUILD_NO_PREVIOUS: () => 'There is no earlier build to return to.',
  BUILD_REFUSED: ({ problems }) => ['The build is refused:', ...formatProblems(problems as BuildProblem[])],
}

/** Runs a command about the builds of a project; a running hub notices the change by itself. */
export async function onBuilds(
  context: CommandContext,
  project: string,
  run: (deps: BuildDeps) => Promise<void>,
): Promise<number> {
  const { config } = context
  if (!expectProject(context, project)) return 1
  const storage = createBuildStorage(config.buildStorage)
  return onDatabase(context, (deps) => run({ ...deps, config, storage }), messages)
}

/** @throws Refusal BUILD_NOT_FOUND */
export async function expectBuild({ db }: BuildDeps, project: string, number: string): Promise<BuildRow> {
  const isNumber = /^[1-9]\d{0,8}$/.test(number)
  const build = isNumber ? await findBuildByNumber(db, project, Number(number)) : undefined
  if (!build || build.state === 'removed') throw new Refusal('BUILD_NOT_FOUND')
  return build
}

export function formatProblems(problems: readonly Pick<BuildProblem, 'path' | 'text'>[]): string[] {
  return problems.map(({ path, text }) => `  ${path === null ? '' : `${path}: `}${text}`)
}
