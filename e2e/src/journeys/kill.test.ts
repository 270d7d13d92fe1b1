/** The short form of `kill.long.test.ts`: one kill of the hub at each of six steps. */
import { testKills } from './kill-rounds.ts'

testKills(2)
