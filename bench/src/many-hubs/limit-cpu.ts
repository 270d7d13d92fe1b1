/** Limits processes to a share of a core with control groups, as a container does. Needs root on Linux. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

const root = '/sys/fs/cgroup'
/** As the kernel's default: with shorter periods most of a small share is lost to the switching. */
const periodUs = 100_000

export type CpuLimit = { remove(): void }

/** @returns  null where control groups cannot be created */
export function limitCpu(pid: number, cores: number): CpuLimit | null {
  const quotaUs = Math.round(cores * periodUs)
  const isVersion1 = existsSync(`${root}/cpu/cpu.cfs_quota_us`)
  const parent = isVersion1 ? `${root}/cpu` : root
  const group = `${parent}/playhub-bench-${pid}`
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
  return {
    remove() {
      writeFileSync(`${parent}/cgroup.procs`, String(pid))
      rmdirSync(group)
    },
  }
}
