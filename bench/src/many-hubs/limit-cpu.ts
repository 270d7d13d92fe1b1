/** Limits processes to a share of a core with control groups, as a container does. Needs root on Linux. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

const root = '/sys/fs/cgroup'
/** Short, so that a process which has used its share waits for a few milliseconds only. */
const periodUs = 10_000

export type CpuLimit = { remove(): void }

/** @returns  null where control groups cannot be created. Remove the limit when the process has ended. */
export function limitCpu(pid: number, cores: number): CpuLimit | null {
  const quotaUs = Math.round(cores * periodUs)
  const isVersion1 = existsSync(`${root}/cpu/cpu.cfs_quota_us`)
  const group = `${root}${isVersion1 ? '/cpu' : ''}/playhub-bench-${pid}`
  try {
    mkdirSync(group)
    if (isVersion1) {
      writeFileSync(`${group}/cpu.cfs_period_us`, String(periodUs))
      writeFileSync(`${group}/cpu.cfs_quota_us`, String(quotaUs))
    } else {
      writeFileSync(`${group}/cpu.max`, `${quotaUs} ${periodUs}`)
    }
    writeFileSync(`${group}/cgroup.procs`, String(pid))
  } catch {
    return null
  }
  return { remove: () => rmdirSync(group) }
}
