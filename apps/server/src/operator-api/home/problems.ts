import type { HubProblems } from '@playhub/contract/operator'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Payments } from '../../payments/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { listRunningHubs } from '../../platform/heartbeat.ts'
import { listFailedJobs, listFailingJobs } from '../../platform/jobs/job-store.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { codeEmailQueue, emailQueue } from '../../platform/mail/email.ts'
import { tooManyEmails } from '../../platform/mail/mail-limit.ts'
import type { DoctorReports } from './doctor-reports.ts'

export type ProblemDeps = {
  db: Db
  clock: Clock
  catalogue: Pick<Catalogue, 'state'>
  jobs: Pick<Jobs, 'listKinds'>
  payments: Pick<Payments, 'listFailingProviders'>
  doctor: Pick<DoctorReports, 'latest'>
}

type Lists = { [Name in keyof HubProblems]: () => Promise<HubProblems[Name]> | HubProblems[Name] }

/** What is wrong with the hub itself. Home counts these lists, and the page of operations shows them. */
export function listProblems({ db, clock, catalogue, jobs, payments, doctor }: ProblemDeps): Lists {
  return {
    content: () => listContentIssues(db, clock, catalogue),
    doctor: () => doctor.latest()?.checks.filter(({ state }) => state === 'error') ?? [],
    mail: () => listFailedJobs(db, jobs.listKinds(emailQueue, codeEmailQueue), tooManyEmails),
    providers: () => payments.listFailingProviders(),
    jobs: () => listFailingJobs(db),
  }
}

/** Issues with file and line where this hub knows them; otherwise which hubs have rejected the content. */
async function listContentIssues(
  db: Db,
  clock: Clock,
  catalogue: Pick<Catalogue, 'state'>,
): Promise<Finding[]> {
  const issues = catalogue.state().rejected?.issues ?? []
  if (issues.length > 0) return issues
  const hubs = await listRunningHubs(db, clock.now())
  return hubs.flatMap(({ id, rejectedVersion }) =>
    rejectedVersion === null ? [] : [toFinding('hub.rejected', { hub: id, version: rejectedVersion })],
  )
}
