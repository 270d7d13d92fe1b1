import type { CheckedText } from '@playhub/contract/operator'
import { Refusal } from '../../../platform/refusal.ts'
import { toRule } from '../../files/content-rule.ts'
import { hashBytes } from '../../versions/hash-bytes.ts'
import { checkEdits } from '../draft-content.ts'
import type { DraftKey } from '../draft-store.ts'
import { expectTextFile, hashText, isPlacedIn, type Saving } from '../drafts.ts'
import { type ContentDeps, readPublished } from '../published-content.ts'
import { isCostly } from '../text-cost.ts'
import { makePatch } from './make-patch.ts'

/**
 * Checks a text for a hub that reads its content from a folder. Nothing is stored: the patch is applied by hand.
 * @throws Refusal PROJECT_NOT_FOUND, CONTENT_FILE_NOT_FOUND, CONTENT_IN_DATABASE, DRAFT_TOO_LARGE; EDIT_CONFLICT, with both
 *   texts, when the file was deployed anew; CONTENT_INVALID for a file that is no UTF-8
 */
export async function checkText(
  deps: ContentDeps,
  { project }: DraftKey,
  { path, text, baseSha256 }: Saving,
): Promise<CheckedText> {
  expectTextFile(project, path, text !== null)
  if (text !== null && isCostly(path, text)) throw new Refusal('DRAFT_TOO_LARGE')
  const { number, folder } = await readPublished(deps)
  if (number !== null) throw new Refusal('CONTENT_IN_DATABASE')
  const bytes = folder.files.get(path) ?? null
  const deployed = bytes?.toString() ?? null
  if (hashText(deployed) !== (bytes && hashBytes(bytes)))
    throw new Refusal('CONTENT_INVALID', { problems: [toRule('encoding', { place: path })] })
  if (hashText(deployed) !== baseSha256) {
    const details = { path, fields: ['file'], mine: text, theirs: deployed }
    throw new Refusal('EDIT_CONFLICT', { ...details, baseSha256: hashText(deployed) })
  }
  const { problems } = checkEdits(deps, folder, new Map([[path, text === null ? null : Buffer.from(text)]]))
  return {
    ...{ path, text, sha256: hashText(text), baseSha256, publishedText: deployed },
    ...{ problems: problems.filter((problem) => isPlacedIn(problem, path)), merged: [], editors: [] },
    patch: makePatch(path, deployed, text),
  }
}
