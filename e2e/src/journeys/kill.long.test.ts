/** With TEST_DATABASE_URL and KILL_HUBS=2 two hubs share that database, and a random one of them is killed. */
import { paymentProviders } from '@playhub/contract'
import { buyWithKills, killJourney, roundTimeoutMs } from './kill-rounds.ts'

const test = killJourney()
const rounds = Number(process.env.KILL_ROUNDS ?? 8)

for (const provider of paymentProviders) {
  test(
    `an order at ${provider} survives ${rounds} kills of the hub and ends up paid once`,
    ({ environment }) => buyWithKills(environment, provider, rounds),
    rounds * roundTimeoutMs,
  )
}
