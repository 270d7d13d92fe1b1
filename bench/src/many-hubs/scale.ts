import { fixedResponsesPerSecond } from '../fixed-response-load.ts'
import { responsesPerSecond } from '../load.ts'
import { type Row, ratio } from '../report.ts'
import {
  createLoginPlayers,
  loginsOn,
  postgresUrl,
  type SellingHubs,
  startSellingHubs,
} from '../selling-hubs.ts'
import { type CpuLimit, limitCpu } from './limit-cpu.ts'

const counts = [1, 2, 4]
const seconds = Number(process.env.SCALE_SECONDS ?? 5)
const rounds = 3
const bar = 1.6

/** A load on one hub. @returns  responses per second */
type Load = (hubUrl: string, hubs: SellingHubs) => Promise<number>

const loads: Record<string, Load> = {
  'cached page': (hubUrl) => fixedResponsesPerSecond(`${hubUrl}/games/en/`, {}, seconds),
  'own account': (hubUrl, { buyers }) =>
    responsesPerSecond({
      url: `${hubUrl}/api/me`,
      seconds,
      headers: { authorization: `Bearer ${buyers[0]?.jwt}` },
    }),
  // Few connections: requests still in flight at the end have cost CPU and are not counted.
  'sign-in by email': (hubUrl) => responsesPerSecond({ ...loginsOn(hubUrl), seconds, connections: 4 }),
}

type Measured = { perSecond: number; cpuMs: number; hubCores: number; generatorCores: number }

/** Cores per hub. Four hubs leave one core to PostgreSQL and the load generator. */
const coresPerHub = 0.25

/**
 * One hub compared with two and four on PostgreSQL, unlimited and each limited to a fraction of a core. The hubs, the
 * database and the load generator share the machine. Where one hub already fills it, only limited hubs show whether
 * they hinder each other, so the bar applies to them.
 */
export async function benchScale(): Promise<Row[]> {
  if (!postgresUrl) throw new Error('Set BENCH_DATABASE_URL to a PostgreSQL server: SQLite stays at one hub')
  return [...(await compare(null)), ...(await compare(coresPerHub))]
}

async function compare(cores: number | null): Promise<Row[]> {
  const measured = new Map<number, Record<string, Measured>>()
  for (const count of counts) measured.set(count, await measure(count, cores))
  const one = measured.get(1) as Record<string, Measured>
  return Object.keys(loads).flatMap((name) =>
    counts.map((count) => {
      const now = (measured.get(count) as Record<string, Measured>)[name] as Measured
      const before = one[name] as Measured
      const limit = cores === null ? '' : `, ${cores} of a core each`
      const row = ratio(`${name}: ${count} hubs / one${limit}`, now.perSecond, before.perSecond)
      const used = `hubs ${now.hubCores.toFixed(2)} cores, generator ${now.generatorCores.toFixed(2)}`
      const note = `${row.note}; ${now.cpuMs.toFixed(3)} ms of CPU a response; ${used}`
      return { ...row, ...(cores !== null && count === 2 && { bar }), note }
    }),
  )
}

async function measure(count: number, cores: number | null): Promise<Record<string, Measured>> {
  const hubs = await startSellingHubs('postgres', count, createLoginPlayers)
  try {
    const results: Record<string, Measured> = {}
    for (const [name, load] of Object.entries(loads)) {
      // No limit during the warm-up: a limited process would still compile its code when it is measured.
      await Promise.all(hubs.hubUrls.map((hubUrl) => load(hubUrl, hubs)))
      const limits = cores === null ? [] : hubs.pids.map((pid) => requireCpuLimit(pid, cores))
      try {
        results[name] = await measureMedian(hubs, load)
      } finally {
        for (const limit of limits) limit.remove()
      }
    }
    return results
  } finally {
    await hubs.close()
  }
}

async function measureMedian(hubs: SellingHubs, load: Load): Promise<Measured> {
  const all: Measured[] = []
  for (let round = 0; round < rounds; round++) all.push(await measureOnce(hubs, load))
  all.sort((a, b) => a.perSecond - b.perSecond)
  return all[Math.floor(rounds / 2)] as Measured
}

function requireCpuLimit(pid: number, cores: number): CpuLimit {
  const limit = limitCpu(pid, cores)
  if (!limit) throw new Error('Run this bench as root on Linux: it limits the CPU of hubs by control groups')
  return limit
}

async function measureOnce(hubs: SellingHubs, load: Load): Promise<Measured> {
  const [start, cpuBefore, ownBefore] = [performance.now(), hubs.allCpuMs(), process.cpuUsage()]
  const rates = await Promise.all(hubs.hubUrls.map((hubUrl) => load(hubUrl, hubs)))
  const elapsedMs = performance.now() - start
  const cpuMs = hubs.allCpuMs() - cpuBefore
  const { user, system } = process.cpuUsage(ownBefore)
  const perSecond = rates.reduce((sum, rate) => sum + rate, 0)
  return {
    perSecond,
    cpuMs: cpuMs / ((perSecond * elapsedMs) / 1000),
    hubCores: cpuMs / elapsedMs,
    generatorCores: (user + system) / 1000 / elapsedMs,
  }
}
