import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SECOND_MS } from './platform/clock.ts'
import { serveClusterMetrics } from './platform/observability/cluster-metrics.ts'
import type { Log } from './platform/observability/log.ts'

const restartDelayMs = SECOND_MS

/**
 * Runs `count` hub processes on one port, and replaces dead ones. Signals reach all processes. Exits with 1 when a hub
 * cannot start, else with 0 after a signal to stop.
 * @param onReady  Called once when all listen.
 */
export function runWorkers(count: number, log: Log, onReady: () => void): void {
  const listening = new Set<number>()
  let isReady = false
  let isStopping = false
  serveClusterMetrics()
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./main.ts', import.meta.url)), args: [] })

  const signal = (name: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(name)
  }
  const stop = (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    process.exitCode = exitCode
    signal('SIGTERM')
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  process.on('SIGHUP', () => signal('SIGHUP'))

  cluster.on('listening', ({ id }) => {
    listening.add(id)
    if (isReady || listening.size < count) return
    isReady = true
    onReady()
  })
  cluster.on('exit', async ({ id }, code, killedBy) => {
    const hasStarted = listening.delete(id)
    if (isStopping) return
    if (!isReady && !hasStarted) return stop(1) // It has printed the reason.
    log.error({ code, signal: killedBy }, 'A process of the hub has exited; starting another')
    await delay(restartDelayMs)
    if (!isStopping) cluster.fork()
  })
  for (let started = 0; started < count; started++) cluster.fork()
}
