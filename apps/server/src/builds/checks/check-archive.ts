import { closeSync, fstatSync, openSync } from 'node:fs'
import type { BuildProblem } from '@playhub/contract'
import type { BuildLimits } from '../config.ts'
import { readArchive } from './archive.ts'
import { placeFiles } from './content.ts'
import { checkTwins } from './paths.ts'
import { collectProblems } from './problems.ts'
import { type UnpackedFile, unpackFiles } from './sizes.ts'

export type ArchiveResult = { problems: BuildProblem[]; warnings: BuildProblem[]; files: UnpackedFile[] }

/**
 * Checks an archive and unpacks its files into a folder, each under its hash.
 * @returns  the files at their places in the build; none is usable when there are problems
 */
export async function checkArchive(
  archive: string,
  folder: string,
  limits: BuildLimits,
): Promise<ArchiveResult> {
  const problems = collectProblems()
  const warnings = collectProblems()
  const fd = openSync(archive, 'r')
  try {
    const { size } = fstatSync(fd)
    if (size > limits.archiveBytes)
      problems.add('ARCHIVE_TOO_LARGE', null, { limitBytes: limits.archiveBytes })
    const read = problems.isEmpty() ? await readArchive(fd, size, problems) : undefined
    const files: UnpackedFile[] = []
    if (read) {
      const { zip, entries, isSound } = read
      const regular = entries.filter(({ isFolder }) => !isFolder)
      checkTwins(
        regular.map(({ path }) => path),
        entries.filter(({ isFolder }) => isFolder).map(({ path }) => path),
        problems,
      )
      const paths = regular.map(({ path }) => path)
      const placements = new Map(
        placeFiles(paths, { problems, warnings, maxFiles: limits.files }).map(({ from, to }) => [from, to]),
      )
      const wanted = regular.filter(({ path }) => placements.has(path))
      if (isSound && wanted.length <= limits.files) {
        const unpacked = await unpackFiles(wanted, { zip, fd, folder, limits, problems })
        files.push(...unpacked.map((file) => ({ ...file, path: placements.get(file.path) ?? file.path })))
      }
    }
    return { problems: problems.list(), warnings: warnings.list(), files }
  } finally {
    closeSync(fd)
  }
}
