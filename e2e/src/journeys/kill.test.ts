/** The short form of `kill.long.test.ts`: with two rounds at each of three providers, one kill at each of six steps. */
import { paymentProviders } from '@playhub/contract'
import { buyWithKills, killJourney, roundTimeoutMs } from './kill-rounds.ts'

const test = killJourney()
const rounds = 2

for (const [index, provider] of paymentProviders.entries()) {
  test(
    `an order at ${provider} survives ${rounds} kills of the hub and ends up paid once`,
    ({ environment }) => buyWithKills(environment, provider, rounds, rounds * index),
    rounds * roundTimeoutMs,
  )
}
