import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const block = Buffer.alloc(64 * 1024)

/** A disk with a few megabytes for a test to fill. */
export type SmallDisk = { dir: string; fill(): void; free(): void }

/**
 * Mounts a small file system in memory, until the test ends. Undefined where the system does not allow it.
 * @param owner  The folder's user and group. Default: this process's.
 */
export function mountSmallDisk(megabytes: number, owner?: [number, number]): SmallDisk | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    rmSync(dir, { recursive: true })
    return undefined
  }
  onTestFinished(() => {
    // Lazily, because a stopping server may hold its files open.
    execFileSync('umount', ['--lazy', dir])
    rmSync(dir, { recursive: true })
  })
  if (owner) chownSync(dir, ...owner)
  const filler = join(dir, 'filler')
  return {
    dir,
    fill() {
      try {
        for (;;) appendFileSync(filler, block)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
  }
}
