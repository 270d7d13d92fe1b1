import type { BuildLimits } from '../config.ts'
import { isJunk, type Placement, placeFiles } from './content.ts'
import { checkPath, checkTwins } from './paths.ts'
import type { Problems } from './problems.ts'

/**
 * Checks a list of files without an archive: from a folder, or before each file is uploaded.
 * @returns  where each goes
 */
export function checkFileList(
  files: readonly { path: string; sizeBytes: number }[],
  { problems, warnings, limits }: { problems: Problems; warnings: Problems; limits: BuildLimits },
): Placement[] {
  const safe = files.map(({ path }) => path).filter((path) => isJunk(path) || checkPath(path, problems))
  checkTwins(safe, [], problems)
  const kept = files.filter(({ path }) => !isJunk(path))
  for (const { path, sizeBytes } of kept)
    if (sizeBytes > limits.fileBytes) problems.add('FILE_TOO_LARGE', path, { limitBytes: limits.fileBytes })
  const total = kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (total > limits.unpackedBytes)
    problems.add('FILES_TOO_LARGE', null, { limitBytes: limits.unpackedBytes })
  return placeFiles(safe, { problems, warnings, maxFiles: limits.files })
}
