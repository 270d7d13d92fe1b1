import type { PaymentProvider } from '@playhub/contract'
import type { HubConfig } from '../platform/hub-config.ts'
import { createLog, type Log } from '../platform/observability/log.ts'
import { type Catalogue, openCatalogue } from './catalogue.ts'
import { type ContentSource, folderSource } from './versions/content-source.ts'

type Options = {
  config: HubConfig
  /** Default: the configured folder. */
  source?: ContentSource
  /** Default: none. */
  log?: Log
  /** Default: all. */
  configuredProviders?: readonly PaymentProvider[]
}

/** @throws StartupError when the content has errors. */
export function openContent({ config, log = createLog('silent'), ...options }: Options): Catalogue {
  return openCatalogue({
    source: folderSource(config.contentDir),
    placeholders: {
      PUBLIC_URL: config.http.publicUrl,
      GAMES_URL: config.gamesUrl,
      SANDBOX_URL: config.sandboxUrl ?? '',
    },
    gameHosting: config.gameHosting,
    log,
    ...options,
  })
}
