/** Measures the hub against ceilings of the same machine in the same run: `npm run bench`, or `npm run bench -- pages`. */
import { buildStale } from '../../scripts/build.ts'
import { benchBridge } from './bridge.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchHistory } from './history.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLogin, loopFile } from './login.ts'
import { benchPages } from './pages.ts'
import { startWorld } from './parts.ts'
import { benchPayments } from './payments.ts'
import { holds, print, type Row } from './report.ts'
import { benchWebhooks } from './webhooks.ts'

const benches: Record<string, () => Promise<Row[]>> = {
  pages: benchPages,
  catalogue: benchCatalogue,
  login: benchLogin,
  payments: benchPayments,
  webhooks: benchWebhooks,
  history: benchHistory,
  bridge: benchBridge,
  lighthouse: benchLighthouse,
}

/** These need hubs of their own, on several databases or contents, and bring their own world. */
const alone = ['pages', 'catalogue', 'payments', 'webhooks', 'history', 'bridge']

const asked = process.argv.slice(2)
const names = asked.length > 0 ? asked.filter((name) => name in benches) : Object.keys(benches)
await buildStale()
const rows: Row[] = []
for (const name of names) {
  const watched =
    name === 'login' ? { LOOP_FILE: loopFile, NODE_OPTIONS: '--import=./bench/src/watch-loop.ts' } : {}
  const world = alone.includes(name) ? undefined : await startWorld(watched)
  try {
    rows.push(...((await benches[name]?.()) ?? []))
  } finally {
    await world?.stop()
  }
}
print(rows)
if (!rows.every(holds)) process.exitCode = 1
