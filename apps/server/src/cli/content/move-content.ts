import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { readFolder } from '../../catalogue/files/content-folder.ts'
import { openContent } from '../../catalogue/open-content.ts'
import { type ContentSource, folderSource } from '../../catalogue/versions/content-source.ts'
import { exportFolder } from '../../catalogue/versions/export-folder.ts'
import { importFolder } from '../../catalogue/versions/import-folder.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { CommandError } from '../command.ts'
import { type CommandContext, onDatabase, toOperation } from '../command-context.ts'
import { count } from '../format.ts'

/**
 * Takes a folder into the database, where the console edits it from then on.
 * @throws CommandError with every error of the content
 */
export function importContent(context: CommandContext, [dir = '']: string[]): Promise<void> {
  return onDatabase(context, async (deps) => {
    const source = folderSource(resolve(dir))
    checkFolder(context, source)
    const folder = readFolder(source.dir())
    const version = await importFolder(deps, folder, toOperation(context))
    context.setJson({ version, files: folder.files.size })
    context.print(
      `Took ${count(folder.files.size, 'file')} of ${dir} into the database as version ${version}.`,
    )
    context.print('Every hub uses it within 5 seconds; from now on it is edited in the console.')
  })
}

/** @throws CommandError with every error of the content */
function checkFolder({ config }: CommandContext, source: ContentSource): void {
  try {
    openContent({ config, source }).close()
  } catch (error) {
    throw error instanceof StartupError ? new CommandError(error.message) : error
  }
}

/** Copies the content in use, of the folder or the database, into an empty or new folder. */
export async function exportContent(
  { config, print, setJson }: CommandContext,
  [dir = '']: string[],
): Promise<void> {
  const target = resolve(dir)
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new CommandError(`${target} is not empty: name a new folder. Nothing was copied.`)
  const files = exportFolder(config.contentDir, target)
  setJson({ folder: target, files })
  print(`Copied ${count(files, 'file')} to ${target}.`)
}
