import type { Project } from '../catalogue/content.ts'
import { openContent } from '../catalogue/open-content.ts'
import { CommandError } from './command.ts'
import type { Terminal } from './command-context.ts'

/** The content as it is now. @throws StartupError when it has errors. */
export function readContent(terminal: Pick<Terminal, 'config'>) {
  const catalogue = openContent(terminal)
  try {
    return { content: catalogue.content(), version: catalogue.state().version, project: catalogue.project }
  } finally {
    catalogue.close()
  }
}

/** @throws CommandError for an unknown project */
export function expectProject(terminal: Pick<Terminal, 'config'>, id: string): Project {
  const project = readContent(terminal).project(id)
  if (!project) throw new CommandError(`There is no project "${id}" in the content.`)
  return project
}
