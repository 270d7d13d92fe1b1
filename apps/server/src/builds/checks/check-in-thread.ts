import { Worker } from 'node:worker_threads'
import type { BuildProblemCode } from '@playhub/contract'
import type { BuildLimits } from '../config.ts'
import type { ArchiveResult } from './check-archive.ts'
import { collectProblems } from './problems.ts'

const heapMegabytes = 256

/** Checks and unpacks an archive in a thread of its own, with limits on time and memory. */
export async function checkArchiveInThread(
  archive: string,
  folder: string,
  limits: BuildLimits,
): Promise<ArchiveResult> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
    workerData: { archive, folder, limits },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<ArchiveResult>()
  const timer = setTimeout(() => resolve(refuseFor('ARCHIVE_TOO_SLOW')), limits.checkMs)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(refuseFor('ARCHIVE_BROKEN')) : reject(error),
  )
  worker.once('exit', (code) => reject(new Error(`The thread that checks archives has exited with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function refuseFor(code: BuildProblemCode): ArchiveResult {
  const problems = collectProblems()
  problems.add(code)
  return { problems: problems.list(), warnings: [], files: [] }
}
