import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skipped } from '@playhub/test-kit/skipped'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

const fileAt = (path: string) => new URL(`../../../../../${path}`, import.meta.url).pathname
const alertsFile = fileAt('deploy/alerts.yaml')

type Alert = { alert: string; expr: string; annotations: { runbook_url: string } }
const alerts = (parse(readFileSync(alertsFile, 'utf8')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)

const missing = 'promtool is not installed: apt-get install prometheus'
const promtool = hasPromtool() ? test : skipped<typeof test>(missing)

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const requests = (status: number) =>
  `playhub_http_request_duration_seconds_count{route="/",status="${status}"}`
const calls = (outcome: string) =>
  `playhub_provider_call_duration_seconds_count{provider="stripe",operation="fetchPayment",outcome="${outcome}"}`
const refusals = 'playhub_refusals_total{code="INVALID_PASSWORD_LOGIN_BY_EMAIL"}'
const emails = (outcome: string) => `playhub_emails_total{outcome="${outcome}"}`
const eventAge = 'playhub_oldest_unworked_provider_event_age_seconds{kind="payment"}'
const webhookAge = 'playhub_oldest_waiting_webhook_age_seconds{project="islandm3"}'

/** Series in Prometheus notation: start, step, count. Each alert has series for its fault and for a healthy hub. */
const cases: Record<string, { fault: Record<string, string>; sound: Record<string, string> }> = {
  PlayhubDown: {
    fault: { 'up{job="playhub",instance="a"}': '0x90' },
    sound: { 'up{job="playhub",instance="a"}': '1x90', 'up{job="other"}': '0x90' },
  },
  PlayhubServerErrors: {
    fault: { [requests(200)]: '0+60x90', [requests(503)]: '0+2x90' },
    sound: { [requests(200)]: '0+600x90', [requests(404)]: '0+60x90', [requests(500)]: '0+1x90' },
  },
  PlayhubProviderCallsFail: {
    fault: { [calls('ok')]: '0+6x90', [calls('unavailable')]: '0+4x90' },
    sound: { [calls('ok')]: '0+60x90', [calls('refused')]: '0+60x90', [calls('unavailable')]: '0+1x90' },
  },
  PlayhubProviderEventsLate: { fault: { [eventAge]: '0+60x90' }, sound: { [eventAge]: '20x90' } },
  PlayhubMailFails: {
    fault: { [emails('accepted')]: '0+6x90', [emails('failed')]: '0+6x90' },
    sound: { [emails('accepted')]: '0+60x90', [emails('failed')]: '0+1x90' },
  },
  PlayhubLoginFailures: { fault: { [refusals]: '0+120x90' }, sound: { [refusals]: '0+6x90' } },
  PlayhubJobsLate: {
    fault: { 'playhub_oldest_due_job_age_seconds{kind="email"}': '0+60x90' },
    sound: { 'playhub_oldest_due_job_age_seconds{kind="email"}': '1x90' },
  },
  PlayhubJobsDead: {
    fault: { 'playhub_jobs{state="dead"}': '1x90' },
    sound: { 'playhub_jobs{state="dead"}': '0x90', 'playhub_jobs{state="waiting"}': '900x90' },
  },
  PlayhubJobsFail: {
    fault: { 'playhub_failing_jobs{kind="payments.retention"}': '1x90' },
    sound: { 'playhub_failing_jobs{kind="payments.retention"}': '0x90' },
  },
  PlayhubWebhooksLate: { fault: { [webhookAge]: '0+60x90' }, sound: { [webhookAge]: '600x90' } },
  PlayhubWebhooksDead: {
    fault: { 'playhub_webhooks{state="dead"}': '3x90' },
    sound: { 'playhub_webhooks{state="dead"}': '0x90', 'playhub_webhooks{state="waiting"}': '900x90' },
  },
  PlayhubDatabaseBusy: {
    fault: { 'playhub_database_waiting_queries{pool="main"}': '3x90' },
    sound: { 'playhub_database_waiting_queries{pool="main"}': '0x60 5 0x29' },
  },
  PlayhubContentRejected: {
    fault: { 'playhub_content_rejected{version="b"}': '2x90' },
    sound: { 'playhub_content_info{version="a"}': '1x90' },
  },
  PlayhubContentDiffers: {
    fault: {
      'playhub_content_info{version="a",instance="1"}': '1x90',
      'playhub_content_info{version="b",instance="2"}': '1x90',
    },
    sound: {
      'playhub_content_info{version="a",instance="1"}': '1x90',
      'playhub_content_info{version="a",instance="2"}': '1x90',
    },
  },
}

test('every alert has a case of its fault and a page in the runbook', () => {
  const runbook = readFileSync(fileAt('docs/operate/runbook.md'), 'utf8')
  expect(alerts.map(({ alert }) => alert)).toEqual(Object.keys(cases))
  for (const { alert, annotations } of alerts) {
    expect(annotations.runbook_url).toBe(`docs/operate/runbook.md#${alert.toLowerCase()}`)
    expect(runbook).toContain(`## ${alert}\n`)
  }
})

promtool('each alert fires in its fault and is silent otherwise', () => {
  const firing = 'count by (alertname) (ALERTS{alertstate="firing"})'
  const createTest = (series: Record<string, string>, names: string[]) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [
      {
        ...{ expr: firing, eval_time: '80m' },
        exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      },
    ],
  })
  const tests = [
    createTest(Object.assign({}, ...Object.values(cases).map(({ sound }) => sound)), []),
    ...Object.entries(cases).map(([name, { fault }]) => createTest(fault, [name])),
  ]
  const file = join(temporaryFolder(), 'tests.json')
  writeFileSync(file, JSON.stringify({ rule_files: [alertsFile], evaluation_interval: '1m', tests }))
  expect(execFileSync('promtool', ['check', 'rules', alertsFile], { encoding: 'utf8' })).toContain('SUCCESS')
  expect(execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
})

promtool('the metrics follow the conventions, and have those of every alert and panel', async () => {
  const token = 'a-collector-of-ours'
  const hub = await startTestHub({ env: { METRICS_TOKEN: token } })
  const player = await hub.logIn('anna@example.org')
  await stripeCheckout(hub).buy(player)
  await hub.call('POST /auth/login-by-email', { body: { email: player.email, password: 'Wrong2030' } })
  const response = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const metrics = await response.text()
  expect(metrics).toContain('playhub_refusals_total{code="INVALID_PASSWORD_LOGIN_BY_EMAIL"} 1')
  expect(metrics).toContain('operation="fetchPayment",outcome="ok"} 1')
  // prom-client's own Node metrics break two conventions.
  const own = metrics
    .split('\n')
    .filter((line) => line.includes('playhub_'))
    .join('\n')
  execFileSync('promtool', ['check', 'metrics'], { input: `${own}\n` })

  const dashboard = readFileSync(fileAt('deploy/grafana/playhub.json'), 'utf8')
  const used = [...alerts.map(({ expr }) => expr), dashboard].join('\n').match(/playhub_\w+/g) ?? []
  for (const name of new Set(used))
    expect(metrics).toContain(`# TYPE ${name.replace(/_(count|bucket|sum)$/, '')} `)
})

test('figures of the database are exported by one hub of several', async () => {
  const token = 'a-collector-of-ours'
  const hub = await startTestHub({ env: { METRICS_TOKEN: token } })
  const read = async () => {
    const response = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    return response.text()
  }
  expect(await read()).toContain('playhub_jobs{state="dead"} 0')
  const now = hub.clock.now()
  const older = {
    id: '0',
    version: '',
    startedAt: now,
    seenAt: now,
    contentVersion: 'a',
    rejectedVersion: null,
    buildStorage: '',
  }
  await hub.context.db.insertInto('hubProcesses').values(older).execute()
  const metrics = await read()
  expect(metrics).not.toContain('playhub_jobs{')
  expect(metrics).toContain('playhub_content_info{')
})

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-alerts-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
