/** `KILL_ROUNDS=50 npm run test:long -- kill`; with TEST_DATABASE_URL and KILL_HUBS=2 two hubs share that database. */
import { testKills } from './kill-rounds.ts'

testKills(8)
