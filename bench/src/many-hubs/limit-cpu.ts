/** Limits processes to a fraction of a core with cgroups, like a container. Needs root on Linux. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

const root = '/sys/fs/cgroup'
/** The kernel's default. With shorter periods, switching uses up most of a small quota. */
const periodUs = 100_000

export type CpuLimit = { remove(): void }

/** @returns  null where cgroups cannot be created */
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
