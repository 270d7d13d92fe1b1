/**
 * Compares the hub with baselines on the same machine in the same run: `npm run bench`, or `npm run bench -- pages`;
 * or with the hub of another commit: `npm run bench -- compare <commit>`.
 */
import { buildStale } from '../../scripts/build.ts'
import { compare } from './compare.ts'
import { benchConsole } from './console/console.ts'
import { benchContent } from './content.ts'
import { benchGameFiles } from './game-files/game-files.ts'
import { benchPublish } from './game-files/publish.ts'
import { benchInsights } from './insights/insights.ts'
import { benchLeaderboards } from './leaderboards/leaderboards.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLogin } from './login.ts'
import { benchManyOrders } from './many-orders/many-orders.ts'
import { benchOffers } from './offers.ts'
import { benchOverload } from './overload/overload.ts'
import { benchPages } from './pages.ts'
import { benchPayments } from './payments.ts'
import { benchPeers } from './peers/peers.ts'
import { benchPlayStart } from './play-start.ts'
import { startHubWithSandbox } from './processes.ts'
import { holds, print, type Row } from './report.ts'
import { benchSaves } from './saves.ts'
import { benchSoak } from './soak/soak.ts'

const benches: Record<string, () => Promise<Row[]>> = {
  pages: benchPages,
  'game-files': benchGameFiles,
  publish: benchPublish,
  'play-start': benchPlayStart,
  login: benchLogin,
  payments: benchPayments,
  saves: benchSaves,
  'many-orders': benchManyOrders,
  leaderboards: benchLeaderboards,
  console: benchConsole,
  content: benchContent,
  offers: benchOffers,
  insights: benchInsights,
  overload: benchOverload,
  lighthouse: benchLighthouse,
  peers: benchPeers,
  soak: benchSoak,
}

/** Other benchmarks run only when named. */
const isShort = (name: string) =>
  ![
    'many-orders',
    'leaderboards',
    'console',
    'content',
    'offers',
    'insights',
    'peers',
    'soak',
    'publish',
  ].includes(name)

const chosen = process.argv.slice(2)
await buildStale()
if (chosen[0] === 'compare') await compare(chosen.slice(1))
else await runBenches()

async function runBenches(): Promise<void> {
  const names =
    chosen.length > 0 ? chosen.filter((name) => name in benches) : Object.keys(benches).filter(isShort)
  const rows: Row[] = []
  for (const name of names) {
    // The others start their own hubs.
    const services = name === 'lighthouse' ? await startHubWithSandbox() : undefined
    try {
      rows.push(...((await benches[name]?.()) ?? []))
    } finally {
      await services?.stop()
    }
  }
  print(rows)
  process.send?.(rows)
  if (!rows.every(holds)) process.exitCode = 1
}
