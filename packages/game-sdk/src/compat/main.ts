import type { PortalSdk } from '@playhub/contract/plays/portal-sdks'
import { createCrazyGames } from './crazygames/crazygames.ts'
import { createGameDistribution } from './gamedistribution/gamedistribution.ts'
import { createPlaygama } from './playgama/playgama.ts'
import { createPoki } from './poki/poki.ts'
import { install } from './shared/install.ts'
import { createYandex } from './yandex/yandex.ts'

/** The build sets it, and leaves out the other SDKs: each gets a file of its own. */
declare const PORTAL_SDK: PortalSdk

if (PORTAL_SDK === 'yandex') install(createYandex)
if (PORTAL_SDK === 'crazygames') install(createCrazyGames)
if (PORTAL_SDK === 'poki') install(createPoki)
if (PORTAL_SDK === 'playgama') install(createPlaygama)
if (PORTAL_SDK === 'gamedistribution') install(createGameDistribution)
