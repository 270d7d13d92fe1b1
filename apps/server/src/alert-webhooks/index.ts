import { type AlertKind, alertKinds } from '@playhub/contract/operator'
import * as z from 'zod'
import type { Catalogue } from '../catalogue/index.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { transact } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { runEach, schedulePeriodic } from '../platform/jobs/hourly-job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { findAlertWebhook, insertSentAlerts, listAlertWebhooks, readKinds } from './alert-webhooks.ts'
import { findNewEvents } from './find-events.ts'
import { type SendDeps, sendAlert } from './send-alert.ts'
import type { AlertWebhookRow } from './tables.ts'

export {
  addAlertWebhook,
  changeAlertWebhook,
  listAlertWebhooks,
  readKinds,
  removeAlertWebhook,
  testAlertWebhook,
} from './alert-webhooks.ts'

type Deps = SendDeps & { jobs: Jobs; catalogue: Pick<Catalogue, 'content'> }

const sendJob = 'alerts.send'
/** Per webhook, kind and minute; the others follow a minute later. */
const maxEvents = 20

const Payload = z.object({
  webhookId: z.string(),
  alert: z.object({
    ...{ id: z.string(), kind: z.enum(alertKinds), at: z.int(), subject: z.string() },
    ...{ project: z.string().nullable(), orderId: z.string().nullable() },
    ...{ amountMinor: z.int().nullable(), currency: z.string().nullable() },
  }),
})

/** Tells the publisher's webhooks what needs a person, within a minute and once. */
export async function createAlertWebhooks(deps: Deps): Promise<void> {
  deps.jobs.define(sendJob, {
    queue: { name: 'alerts', concurrency: 4 },
    async run(payload) {
      const { webhookId, alert } = Payload.parse(payload)
      const webhook = await findAlertWebhook(deps.db, webhookId)
      if (!webhook || !readKinds(webhook).includes(alert.kind)) return
      const { isDelivered, status, error } = await sendAlert(deps, webhook, alert)
      if (!isDelivered) throw new Error(error ?? `The webhook of the publisher answered ${status}`)
    },
  })
  await schedulePeriodic(deps, 'alerts.find', MINUTE_MS, async () => {
    const isCounting = deps.catalogue.content().hub.insights === 'on'
    const webhooks = await listAlertWebhooks(deps.db)
    await runEach(
      webhooks.flatMap((webhook) =>
        readKinds(webhook)
          .filter((kind) => isCounting || kind !== 'build-worse')
          .map((kind) => () => fileNewEvents(deps, webhook, kind)),
      ),
    )
  })
}

async function fileNewEvents({ db, clock, jobs }: Deps, webhook: AlertWebhookRow, kind: AlertKind) {
  const { id: webhookId } = webhook
  const now = clock.now()
  const events = await findNewEvents(db, kind, { webhookId, now, limit: maxEvents })
  if (events.length === 0) return
  await transact(db, async (tx) => {
    // An owner may remove it meanwhile.
    if (!(await findAlertWebhook(tx, webhookId))) return
    const isNew = await insertSentAlerts(tx, webhookId, events, now)
    const alerts = events.filter(({ key }) => isNew.has(key))
    const toPayload = ({ key: _, ...event }: (typeof alerts)[number]) => ({
      webhookId,
      alert: { id: newId(), kind, at: now, ...event },
    })
    await jobs.enqueue(tx, ...alerts.map((event) => ({ kind: sendJob, payload: toPayload(event) })))
  })
}
