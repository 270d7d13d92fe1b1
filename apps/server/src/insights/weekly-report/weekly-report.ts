import { type Insights, listPermittedProjects } from '@playhub/contract/operator'
import * as z from 'zod'
import type { Catalogue } from '../../catalogue/index.ts'
import { findOperator, listGrants, listReportReaders } from '../../operators/roles/index.ts'
import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { emailQueue } from '../../platform/mail/email.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { addDays, dayIn, parseDayStart } from '../../platform/time-zone.ts'
import { type ReportedWeek, renderWeeklyReport } from './render-report.ts'

type Week = { projects: string[]; from: string; to: string; hasMoney: boolean }

export type WeeklyReportDeps = {
  db: Db
  clock: Clock
  jobs: Jobs
  mail: Mail
  config: Pick<HubConfig, 'console'>
  catalogue: Pick<Catalogue, 'projects' | 'content' | 'getBrand'>
  readWeek(week: Week): Promise<Pick<Insights, 'days' | 'before'>>
}

const weeklyJob = 'insights.weekly'
const emailJob = 'insights.weekly-email'
const EmailPayload = z.object({ operatorId: z.string(), to: z.string() })

const sendHour = 8

/** Mails the figures of the last seven days to operators who asked for it, on Mondays. */
export async function scheduleWeeklyReport(deps: WeeklyReportDeps): Promise<void> {
  const { db, jobs } = deps
  jobs.define(emailJob, {
    queue: emailQueue,
    run: (payload) => mailReport(deps, EmailPayload.parse(payload)),
  })
  jobs.define(weeklyJob, {
    run: () => transact(db, (tx) => enqueueReports(deps, tx)),
    // Never null: a dead job would end the emails for good.
    retryDelayMs: (attempt) => Math.min(2 ** Math.min(attempt, 20) * SECOND_MS, HOUR_MS),
  })
  await enqueueNext(deps, db)
}

/** The job is replaced by its successor in the transaction that files the emails, so a dying hub files none twice. */
async function enqueueReports(deps: WeeklyReportDeps, tx: Db): Promise<void> {
  const { clock, jobs, catalogue } = deps
  const zone = catalogue.content().hub.timeZone
  const monday = findMonday(dayIn(zone, clock.now()))
  const to = addDays(monday, -1)
  const readers = await listReportReaders(tx)
  const payloads = readers.map(({ id }) => ({ operatorId: id, to }))
  await jobs.enqueue(tx, ...payloads.map((payload) => ({ kind: emailJob, payload })))
  await tx.deleteFrom('jobs').where('dedupeKey', '=', weeklyJob).execute()
  // A zone further west has this Monday once more.
  await enqueueNext(deps, tx, (parseDayStart(monday, zone) ?? clock.now()) + 3 * DAY_MS)
}

/** Monday of the day's week. */
function findMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** One of all hubs, which outlives them. */
async function enqueueNext(
  { clock, jobs, catalogue }: WeeklyReportDeps,
  db: Db,
  after = clock.now(),
): Promise<void> {
  const runAt = findNextMonday(after, catalogue.content().hub.timeZone)
  await jobs.enqueue(db, { kind: weeklyJob, payload: {}, runAt, dedupeKey: weeklyJob, beginsTrace: true })
}

/** Monday at eight in the zone, after an instant. */
export function findNextMonday(instant: number, zone: string): number {
  const today = dayIn(zone, instant)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const monday = addDays(today, (8 - weekday) % 7)
  const toSendTime = (day: string) => (parseDayStart(day, zone) ?? instant + 7 * DAY_MS) + sendHour * HOUR_MS
  const next = toSendTime(monday)
  return next > instant ? next : toSendTime(addDays(monday, 7))
}

async function mailReport(
  deps: WeeklyReportDeps,
  { operatorId, to }: z.infer<typeof EmailPayload>,
): Promise<void> {
  const { db, catalogue, config } = deps
  const operator = await findOperator(db, operatorId)
  const { hub } = catalogue.content()
  if (operator?.state !== 'active' || !operator.hasWeeklyReport || hub.insights === 'off') return
  const from = addDays(to, -6)
  const weeks = await readWeeks(deps, operator, { from, to })
  if (weeks.length === 0) return
  const [brand, consoleUrl] = [catalogue.getBrand(), config.console.url]
  await deps.mail.send(renderWeeklyReport(operator, { weeks, from, to, brand, consoleUrl }))
}

/** Projects that were played this week or the week before. */
async function readWeeks(
  { db, catalogue, readWeek }: WeeklyReportDeps,
  { id: operatorId, language }: { id: string; language: 'ru' | 'en' },
  period: { from: string; to: string },
): Promise<ReportedWeek[]> {
  const grants = await listGrants(db, operatorId)
  const may = (permission: 'insights.read' | 'finance.read', project: string) => {
    const projects = listPermittedProjects(grants, permission)
    return projects === '*' || projects.includes(project)
  }
  const weeks: ReportedWeek[] = []
  for (const { id, name } of catalogue.projects()) {
    if (!may('insights.read', id)) continue
    const hasMoney = may('finance.read', id)
    const { days, before } = await readWeek({ projects: [id], ...period, hasMoney })
    if (![...days, ...before].some(({ plays }) => plays > 0)) continue
    weeks.push({ project: id, name: name[language] ?? id, days, before, hasMoney })
  }
  return weeks
}
