/**
 * A hub in production mode. It and the browser reach the providers at their real host names, which lead to the
 * sandbox.
 */

import { sandboxPaymentKeys } from '@playhub/server/payment-providers'
import { sandboxIdentityKeys } from '@playhub/server/social-login-providers'
import { launchChromium, quietFlags } from '@playhub/test-kit/chromium'
import { freePorts } from '@playhub/test-kit/free-ports'
import type { Browser } from 'playwright-core'
import { copyContent, temporaryFolder } from '../environment/content.ts'
import {
  startPart,
  stop,
  type TestEnvironment,
  toSqliteFile,
  untilReady,
  watchMailbox,
} from '../environment/environment.ts'
import { hubHost, startTlsProxy, type TlsProxy } from './tls-proxy.ts'

export type OfficialHosts = Pick<TestEnvironment, 'hubUrl' | 'database' | 'codeFor' | 'emailTo'> & {
  /** The hub as the browser sees it. */
  publicUrl: string
  proxy: TlsProxy
  openBrowser(): Promise<Browser>
  close(): Promise<void>
}

/** The sandbox accepts these; a hub in production has no defaults. */
const keys = { ...sandboxPaymentKeys, ...sandboxIdentityKeys, YOOKASSA_NETWORKS: '127.0.0.0/8' }

/**
 * @param embedder  An origin allowed to frame the hub.
 * @param omitted   Keys this operator has not set.
 */
export async function startOfficialHosts(embedder: string, omitted: string[] = []): Promise<OfficialHosts> {
  const given = Object.fromEntries(Object.entries(keys).filter(([name]) => !omitted.includes(name)))
  const [hub = 0, sandbox = 0, games, smtp] = await freePorts(4)
  const proxy = await startTlsProxy({ hub, sandbox })
  const publicUrl = `https://${hubHost}`
  const dataDir = temporaryFolder('official-hosts')
  const common = {
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    SMTP_PORT: String(smtp),
    GAMES_PORT: String(games),
    SANDBOX_PORT: String(sandbox),
    PORT: String(hub),
    PUBLIC_URL: publicUrl,
    FRONT_PORT: String(proxy.port),
    NODE_EXTRA_CA_CERTS: proxy.certificateFile,
    NODE_OPTIONS: `--import ${new URL('./connect-to-proxy.ts', import.meta.url)}`,
  }
  const sandboxPart = startPart('sandbox', { ...common, SANDBOX_OFFICIAL_HOSTS: 'true' })
  const gamesPart = startPart('games', common)
  const hubPart = startPart('hub', {
    ...common,
    ...given,
    HUB_MODE: 'production',
    TRUST_PROXY: 'true',
    // Other tests keep the machine busy, which is no overload of this hub.
    MAX_LOOP_DELAY_MS: '60000',
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    CONTENT_DIR: productionContent(embedder),
  })
  const hubUrl = `http://127.0.0.1:${hub}`
  const sandboxUrl = `http://localhost:${sandbox}`
  async function close(): Promise<void> {
    await stop([sandboxPart, gamesPart, hubPart])
    await proxy.close()
  }
  try {
    await Promise.all([untilReady(`${sandboxUrl}/`, sandboxPart), untilReady(`${hubUrl}/readyz`, hubPart)])
  } catch (error) {
    await close()
    throw error
  }
  const openBrowser = () =>
    launchChromium([
      ...quietFlags,
      `--host-resolver-rules=MAP *:443 127.0.0.1:${proxy.port}`,
      `--ignore-certificate-errors-spki-list=${proxy.keyHash}`,
    ])
  const database = toSqliteFile(dataDir)
  return { hubUrl, database, publicUrl, proxy, openBrowser, ...watchMailbox(sandboxUrl), close }
}

/** Removes game servers: in production, the hub calls none on this machine. */
function productionContent(embedder: string): string {
  const content = copyContent()
  for (const id of ['islandm3', 'familytown', 'skyport', 'neuroarena']) {
    content.project(id, (yaml) =>
      yaml.replace(/^webhookUrl:.*\n/m, '').replace(/^ {2}- \$\{SANDBOX_URL\}$/m, `  - ${embedder}`),
    )
  }
  return content.dir
}
