import type { BuildProblem, Trial, TrialQuery } from '@playhub/contract'
import { buildProblems } from '@playhub/contract/builds/build-problems'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useEffect, useRef, useState } from 'react'
import { findArchive, nameFiles, type PickedFile } from './picked-files.ts'
import { sendTrial } from './send-trial.ts'
import { zipFiles } from './zip-files.ts'

/** Without a ratio while the hub checks the archive. */
export type UploadProgress = { step: 'packing' | 'sending' | 'checking' | 'done'; ratio?: number }
export type UploadFailure = { name: string; problems: BuildProblem[]; error: unknown }

type Options = {
  maxBytes: number
  compat: TrialQuery['compat']
  onAccepted(trial: Trial, name: string): void
}

/** Uploads one build at a time: a new one replaces one in flight. */
export function useUpload({ maxBytes, compat, onAccepted }: Options) {
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [failure, setFailure] = useState<UploadFailure | null>(null)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  function cancel(): void {
    current.current?.abort()
    setProgress(null)
  }

  async function start(picking: PickedFile[] | Promise<PickedFile[]>): Promise<void> {
    cancel()
    setFailure(null)
    const abort = new AbortController()
    current.current = abort
    const { signal } = abort
    const show = (next: UploadProgress) => {
      if (!signal.aborted) setProgress(next)
    }
    const onPacked = (ratio: number) => show({ step: 'packing', ratio })
    const onSent = (ratio: number) => show(ratio < 1 ? { step: 'sending', ratio } : { step: 'checking' })
    let name = ''
    try {
      const files = await picking
      signal.throwIfAborted()
      name = nameFiles(files)
      const archive = findArchive(files) ?? (await zipFiles(files, { onProgress: onPacked, signal }))
      if (archive.size > maxBytes) throw new ArchiveTooLarge()
      onSent(0)
      const trial = await sendTrial(archive, { compat, onProgress: onSent, signal })
      signal.throwIfAborted()
      setProgress({ step: 'done' })
      onAccepted(trial, name)
    } catch (error) {
      if (signal.aborted) return
      setProgress(null)
      setFailure({ name, problems: listProblems(error, maxBytes), error })
    }
  }
  return { progress, failure, start, cancel }
}

class ArchiveTooLarge extends Error {
  override readonly name = 'ArchiveTooLarge'
}

/** The hub's findings, or those known without it. */
function listProblems(error: unknown, limitBytes: number): BuildProblem[] {
  if (error instanceof ArchiveTooLarge) {
    const code = 'ARCHIVE_TOO_LARGE'
    return [{ code, path: null, text: buildProblems[code], values: { limitBytes } }]
  }
  const { problems } = error instanceof ApiRefusal ? error.details : {}
  return Array.isArray(problems) ? problems : []
}
