import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { Slug } from '../../catalogue/content.ts'
import type { CommandContext } from '../command-context.ts'
import { openContent } from '../open-content.ts'

/** Writes `projects/<id>.yaml` with the two fields that a project needs. It never replaces a file. */
export function createProject(
  context: CommandContext,
  [id = '']: string[],
  { name, 'frame-url': frameUrl }: { name?: string; 'frame-url'?: string },
): number {
  const { print, config } = context
  const problem = findProblem(id, name, frameUrl)
  if (problem) {
    print(problem)
    return 1
  }
  const file = join(config.contentDir, 'projects', `${id}.yaml`)
  const text = writeProject(readDefaultLanguage(context), name ?? '', frameUrl)
  try {
    mkdirSync(join(config.contentDir, 'projects'), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    print(`There is a project "${id}" already: ${file}. Its file was not changed.`)
    return 1
  }
  const nextSteps = listNextSteps(id, frameUrl, config.http.publicUrl)
  context.setJson({ id, file, nextSteps })
  print(`Wrote ${file}.`)
  for (const step of nextSteps) print(`  ${step}`)
  return 0
}

/** A sentence about what was typed. */
function findProblem(id: string, name = '', frameUrl: string | undefined): string | undefined {
  if (!Slug.safeParse(id).success || id.length > longestId)
    return `"${id}" cannot be the id of a project: write at most ${longestId} lower-case letters, digits and hyphens, such as tiny-game.`
  if (name.trim() === '') return 'A project needs a name: add --name "Tiny Game".'
  if (frameUrl !== undefined && !/^https?:$/.test(URL.parse(frameUrl)?.protocol ?? ''))
    return `"${frameUrl}" is not an address of a game: it begins with https:// or http://.`
  return undefined
}

/** The id is a part of the host name of an uploaded game. */
const longestId = 40

function readDefaultLanguage(context: CommandContext): string {
  const catalogue = openContent(context)
  const { defaultLanguage } = catalogue.content().hub
  catalogue.close()
  return defaultLanguage
}

function writeProject(language: string, name: string, frameUrl: string | undefined): string {
  const fields = { name: { [language]: name.trim() }, ...(frameUrl && { game: { frameUrl } }) }
  return [
    '# yaml-language-server: $schema=../schema/project.json',
    '# The file name is the project id. All fields: docs/operate/content.md.',
    stringify(fields).trimEnd(),
    '',
  ].join('\n')
}

function listNextSteps(id: string, frameUrl: string | undefined, publicUrl: string): string[] {
  return [
    ...(frameUrl ? [] : [`Upload the game: npm run hub -- games publish ${id} <folder or zip>`]),
    `Check the game: ${publicUrl}/developers`,
    `Open its page: ${publicUrl}/games/en/${id}/`,
    'List what players see drawn or empty: npm run hub -- content check',
  ]
}
