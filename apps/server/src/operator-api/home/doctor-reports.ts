import type { DoctorCheck } from '@playhub/contract/operator'
import type { FastifyInstance } from 'fastify'
import { type Clock, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'

export type DoctorReport = { checkedAt: number; checks: DoctorCheck[] }

export type DoctorReports = {
  /** Runs all checks now. */
  run(): Promise<DoctorReport>
  /** The newest report of this process; null before the first. */
  latest(): DoctorReport | null
}

const firstRunMs = 30 * SECOND_MS
const intervalMs = 10 * MINUTE_MS

/** Remembers what `doctor` found, so home can tell without running it. */
export function createDoctorReports(deps: {
  clock: Clock
  /** `runChecks` of the command `doctor`. */
  runChecks: () => Promise<ServiceCheck[]>
}): DoctorReports {
  let latest: DoctorReport | null = null
  return {
    async run() {
      const checks = (await deps.runChecks()).flatMap(toChecks)
      latest = { checkedAt: deps.clock.now(), checks }
      return latest
    },
    latest: () => latest,
  }
}

/** Runs the checks by themselves while the hub listens. A failed run is repeated at the next time. */
export function repeatDoctor(app: FastifyInstance, reports: DoctorReports): void {
  const run = () =>
    void reports.run().catch((error) => app.log.warn({ err: error }, 'The doctor did not run'))
  let first: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    first = setTimeout(run, firstRunMs).unref()
    timer = setInterval(run, intervalMs).unref()
  })
  app.addHook('onClose', async () => {
    clearTimeout(first)
    clearInterval(timer)
  })
}

function toChecks({ service: name, found, problems }: ServiceCheck): DoctorCheck[] {
  if (problems.length === 0) return [{ name, state: 'ok', sentence: found }]
  return problems.map((sentence) => ({ name, state: 'error', sentence }))
}
