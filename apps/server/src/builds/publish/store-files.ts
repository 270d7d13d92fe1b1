import PQueue from 'p-queue'
import type { Deps } from '../deps.ts'
import type { NewFile } from '../inspect.ts'
import { putFile } from '../storage/put-file.ts'
import { toStorageKey } from '../storage/storage.ts'

/** Waits for the disk or the network, hardly for the processor. */
const concurrency = 16

/**
 * Stores each content new to the project.
 * @param canMove  The files are ours: the storage may take them over instead of copying them.
 */
export async function storeFiles(
  { storage }: Pick<Deps, 'storage'>,
  project: string,
  files: readonly NewFile[],
  { toPath, canMove }: { toPath: (file: NewFile) => string; canMove: boolean },
): Promise<void> {
  const queue = new PQueue({ concurrency })
  const distinct = new Map(files.map((file) => [file.sha256, file]))
  const tasks = [...distinct.values()].map((file) => async () => {
    const key = toStorageKey(project, file.sha256)
    if (await storage.has(key)) return
    if (canMove && storage.adopt) await storage.adopt(key, toPath(file))
    else await putFile(storage, key, toPath(file), file.sizeBytes)
  })
  try {
    await queue.addAll(tasks)
  } finally {
    // Nothing is written behind the caller's back after a failure.
    queue.clear()
    await queue.onIdle()
  }
}
