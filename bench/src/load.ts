import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'

const pauseMs = 1000

export type Load = {
  url: string
  connections?: number
  seconds?: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Replaces `body`; called for each request. */
  nextBody?: () => string
}

/** Responses per second under load. @throws Error  when a response is not 2xx */
export async function responsesPerSecond(load: Load): Promise<number> {
  const { url, connections = 32, seconds = 4, method = 'GET', headers = {}, body, nextBody } = load
  const requests = nextBody && [{ setupRequest: (request: object) => ({ ...request, body: nextBody() }) }]
  const result = await autocannon({ url, connections, duration: seconds, method, headers, body, requests })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx and ${result.errors} requests failed`)
  }
  return result.requests.total / result.duration
}

/** p99 latency in ms at fifty requests per second. */
export async function p99LatencyMs({ url, seconds = 4, headers = {} }: Load): Promise<number> {
  const result = await autocannon({ url, connections: 2, overallRate: 50, duration: seconds, headers })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: not every response was 2xx`)
  return result.latency.p99
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const percentile99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.POSITIVE_INFINITY

/**
 * Interleaves the measurements, so other load on the machine affects all alternatives alike.
 * @returns  the median per alternative
 */
export async function measureByTurns<Name extends string>(
  runs: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const values = Object.fromEntries(Object.keys(measures).map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (let run = 0; run < runs; run++) {
    for (const name of Object.keys(measures) as Name[]) {
      values[name].push(await measures[name]())
      // A server may still process requests whose clients have stopped.
      await setTimeout(pauseMs)
    }
  }
  return Object.fromEntries(
    Object.keys(values).map((name) => [name, median(values[name as Name])]),
  ) as Record<Name, number>
}
