/**
 * Compares the hub with baselines on the same machine in the same run: `npm run bench`, or `npm run bench -- pages`.
 */
import { buildStale } from '../../scripts/build.ts'
import { benchBridge } from './bridge.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchHistory } from './history.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLogin } from './login.ts'
import { benchScale } from './many-hubs/scale.ts'
import { benchImportSqlite } from './many-orders/import-sqlite.ts'
import { benchManyOrders } from './many-orders/many-orders.ts'
import { benchOverload } from './overload/overload.ts'
import { benchPages } from './pages.ts'
import { benchPayments } from './payments.ts'
import { benchPeers } from './peers/peers.ts'
import { startHubWithSandbox } from './processes.ts'
import { holds, print, type Row } from './report.ts'
import { benchExports } from './requests/exports.ts'
import { benchRequestCosts } from './requests/request-costs.ts'
import { benchSoak } from './soak/soak.ts'
import { benchWebhooks } from './webhooks.ts'

const benches: Record<string, () => Promise<Row[]>> = {
  pages: benchPages,
  catalogue: benchCatalogue,
  login: benchLogin,
  payments: benchPayments,
  webhooks: benchWebhooks,
  history: benchHistory,
  exports: benchExports,
  'request-costs': benchRequestCosts,
  'many-orders': benchManyOrders,
  'import-sqlite': benchImportSqlite,
  bridge: benchBridge,
  overload: benchOverload,
  lighthouse: benchLighthouse,
  peers: benchPeers,
  scale: benchScale,
  soak: benchSoak,
}

/** These benchmarks start their own hubs, with several databases or contents. */
const standalone = [
  'pages',
  'catalogue',
  'payments',
  'webhooks',
  'login',
  'history',
  'exports',
  'request-costs',
  'many-orders',
  'import-sqlite',
  'bridge',
  'overload',
  'peers',
  'scale',
  'soak',
]

/** Other benchmarks run only when named. */
const isShort = (name: string) =>
  !['exports', 'request-costs', 'many-orders', 'import-sqlite', 'peers', 'scale', 'soak'].includes(name)

const chosen = process.argv.slice(2)
const names =
  chosen.length > 0 ? chosen.filter((name) => name in benches) : Object.keys(benches).filter(isShort)
await buildStale()
const rows: Row[] = []
for (const name of names) {
  const services = standalone.includes(name) ? undefined : await startHubWithSandbox()
  try {
    rows.push(...((await benches[name]?.()) ?? []))
  } finally {
    await services?.stop()
  }
}
print(rows)
if (!rows.every(holds)) process.exitCode = 1
