import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { Slug } from '../../catalogue/fields.ts'
import { isContentCopy } from '../../catalogue/files/content-folder.ts'
import { publishFile } from '../../catalogue/versions/add-version.ts'
import { CommandError } from '../command.ts'
import { type CommandContext, onDatabase, toOperation } from '../command-context.ts'
import { readContent } from '../read-content.ts'

/** Writes `projects/<id>.yaml` with the two required fields. It never replaces a file. */
export async function createProject(
  context: CommandContext,
  [id = '']: string[],
  { name = '', 'frame-url': frameUrl }: { name?: string; 'frame-url'?: string },
): Promise<void> {
  const { print, config } = context
  const problem = findProblem(id, name, frameUrl)
  if (problem) throw new CommandError(problem)
  const file = join(config.contentDir, 'projects', `${id}.yaml`)
  const text = writeProject(readContent(context).content.hub.defaultLanguage, name, frameUrl)
  if (existsSync(file))
    throw new CommandError(`There is a project "${id}" already: ${file}. Its file was not changed.`)
  const nextSteps = listNextSteps(id, frameUrl, config)
  if (isContentCopy(config.contentDir)) {
    const path = `projects/${id}.yaml`
    const version = await onDatabase(context, (deps) => publishFile(deps, path, text, toOperation(context)))
    context.setJson({ id, file: path, version, nextSteps })
    print(`Published ${path} in version ${version} of the content.`)
  } else {
    mkdirSync(join(config.contentDir, 'projects'), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
    context.setJson({ id, file, nextSteps })
    print(`Wrote ${file}.`)
  }
  for (const step of nextSteps) print(`  ${step}`)
}

/** A sentence about what was typed. */
function findProblem(id: string, name: string, frameUrl: string | undefined): string | undefined {
  if (!Slug.safeParse(id).success || id.length > longestId)
    return `"${id}" cannot be the id of a project: write at most ${longestId} lower-case letters, digits and hyphens, such as tiny-game.`
  if (name.trim() === '') return 'A project needs a name: add --name "Tiny Game".'
  if (frameUrl !== undefined && !/^https?:$/.test(URL.parse(frameUrl)?.protocol ?? ''))
    return `"${frameUrl}" is not an address of a game: it begins with https:// or http://.`
  return undefined
}

/** The id is a part of the host name of an uploaded game. */
const longestId = 40

function writeProject(language: string, name: string, frameUrl: string | undefined): string {
  const fields = { name: { [language]: name.trim() }, ...(frameUrl && { game: { frameUrl } }) }
  return [
    '# yaml-language-server: $schema=../schema/project.json',
    '# The file name is the project id. All fields: docs/operate/content.md.',
    stringify(fields).trimEnd(),
    '',
  ].join('\n')
}

function listNextSteps(id: string, frameUrl: string | undefined, config: CommandContext['config']): string[] {
  const { publicUrl } = config.http
  const [secret] = config.mode === 'sandbox' ? config.getWebhookSecrets(id) : []
  return [
    ...(frameUrl ? [] : [`Upload the game: npm run hub -- games publish ${id} <folder or zip>`]),
    `Check the game: ${publicUrl}/developers`,
    `Open its page: ${publicUrl}/games/en/${id}/`,
    ...(secret ? [`In this sandbox, webhooks to its webhookUrl are signed with ${secret}`] : []),
    'List what players see drawn or empty: npm run hub -- content check',
  ]
}
