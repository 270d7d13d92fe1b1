import { expect } from 'vitest'
import { addTestOperator } from '../operators/operator-client.ts'
import type { TestHub } from '../test-hub.ts'
import type { PlayPages } from './play-pages.ts'
import { simulatePlays, type Truth } from './simulate-plays.ts'

/** Figures may differ by so much. */
const tolerance = 0.01

/** Compares what operators read with what a simulation knows. */
export async function compareInsights(
  hub: TestHub,
  pages: PlayPages,
  size: { days: number; playsPerDay: number },
): Promise<void> {
  const projects = await simulatePlays(hub, pages, size)
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  for (const [project, truth] of projects) {
    const query = { project, from: truth.first, to: truth.last }
    const insights = (await operator.callOk('GET /insights', { query })).data.result
    const different: string[] = []
    const compare = (what: string, actual: number, expected: number) => {
      if (Math.abs(actual - expected) > tolerance * expected)
        different.push(`${project} ${what}: ${actual} instead of ${expected}`)
    }
    for (const day of insights.days) {
      const known = truth.days.get(day.day)
      for (const [name, value] of Object.entries(known ?? {}))
        compare(`${day.day} ${name}`, name === 'revenue' ? sum(day.revenue) : day[name as 'plays'], value)
    }
    for (const { firstDay, players, d1, d7, d30 } of insights.retention) {
      const cohort = truth.cohorts.get(firstDay) ?? []
      for (const [dayNumber, actual] of [
        [0, players],
        [1, d1],
        [7, d7],
        [30, d30],
      ] as const)
        compare(`cohort ${firstDay} on day ${dayNumber}`, actual, cohort[dayNumber] ?? 0)
    }
    for (const [part, plays] of truth.parts) {
      const found = insights.parts.find(({ dimension, value }) => `${dimension} ${value}` === part)
      compare(part, found?.plays ?? 0, plays)
    }
    const all = insights.loadTimes.find(({ buildNumber }) => buildNumber === null)
    const hasManyLoads = truth.loadMs.length > 5000
    if (hasManyLoads) compare('median of load times', all?.p50Ms ?? 0, findQuantile(truth, 0.5))
    if (hasManyLoads) compare('p90 of load times', all?.p90Ms ?? 0, findQuantile(truth, 0.9))
    const levels = insights.events.filter(({ name }) => name === 'level-done')
    compare(
      'events',
      levels.reduce((total, { count }) => total + count, 0),
      truth.levels.count,
    )
    compare(
      'sum of events',
      levels.reduce((total, event) => total + event.sum, 0),
      truth.levels.sum,
    )
    expect(different).toEqual([])
    expect(insights.days).toHaveLength(size.days)
  }
}

const sum = (revenue: { amountMinor: number }[]) =>
  revenue.reduce((total, { amountMinor }) => total + amountMinor, 0)

function findQuantile({ loadMs }: Truth, share: number): number {
  const sorted = loadMs.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
