import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import {
  authMethods,
  type ClientConfig,
  type InterfaceLanguage,
  type PageMetadata,
  type PageRequest,
  type PublicScores,
  type RenderedPage,
  type Theme,
} from '@playhub/contract'
import type { Catalogue, Facts, Project } from '../../catalogue/index.ts'
import { formClientConfig } from '../../payments/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { SiteConfig } from '../headers.ts'
import { hubShareImagePath, shareImagePath } from '../share-images/share-image.ts'
import type { TeamDocs } from '../team-docs/team-docs.ts'
import { webDist } from '../web-dist.ts'
import { pageMetadata } from './metadata.ts'
import { publicApi } from './public-api.ts'
import type { PublicPage } from './public-page.ts'
import type { HostInfo } from './tenants.ts'

/** Renders a whole HTML document. In development, Vite implements it. */
export type PageRenderer = (request: PageRequest) => Promise<RenderedPage>

/** @throws StartupError when the web client has not been built. */
export async function loadBuiltRenderer(): Promise<PageRenderer> {
  const entry = `${webDist}server/entry-server.js`
  const manifest = `${webDist}assets.json`
  if (!existsSync(entry) || !existsSync(manifest)) {
    throw new StartupError(
      'The pages have not been built: run "npm run build" first, or start with "npm start".',
    )
  }
  const { render } = await import(pathToFileURL(entry).href)
  const assets = JSON.parse(readFileSync(manifest, 'utf8'))
  return (request) => render({ ...request, assets })
}

export type PageToRender = Pick<PublicPage, 'kind' | 'projectName' | 'url'> & {
  language: InterfaceLanguage
  host: HostInfo
  theme: Theme | undefined
}
type Deps = {
  config: SiteConfig
  catalogue: Catalogue
  clock: Clock
  /** The most played projects first. */
  listPopular: () => readonly string[]
  /** Rendered for a guest. */
  readScores: (project: Project) => Promise<PublicScores>
  teamDocs: TeamDocs
  /** Of the player for whom the page is shown. Default: a guest. */
  facts?: Facts | null
}

/** Collects the renderer's input for a page. */
export function pageRequest(deps: Deps, requested: PageToRender): PageRequest {
  const { config } = deps
  const { url, language, theme, host, projectName } = requested
  const { translations } = deps.catalogue.content().languages
  return {
    url,
    language,
    messages: translations.get(language)?.interface,
    theme,
    testMode: config.mode === 'staging' ? testModeLabels(deps.catalogue) : null,
    background: String(deps.catalogue.content().hub.settings.backgroundColor ?? ''),
    notStarted: deps.catalogue.messagesIn(language).pages.notStarted,
    tenant: host.tenant,
    origin: host.origin,
    api: publicApi(deps, language, [host.tenant, projectName]),
    page: getMetadata(deps, requested),
    clientConfig: clientConfig(deps, host.tenant),
  }
}

function testModeLabels({ content, messagesIn }: Catalogue): Record<string, string> {
  const { languages } = content().languages
  return Object.fromEntries(languages.map((language) => [language, messagesIn(language).pages.testMode]))
}

/** The catalogue page for a project outside the catalogue is its game's page. */
function getMetadata({ catalogue }: Deps, requested: PageToRender): PageMetadata {
  const { kind, language, host, url } = requested
  const named = catalogue.project(requested.projectName ?? (kind === 'catalogue' ? host.tenant : ''))
  const project = kind !== 'catalogue' || named?.outOfCatalog ? named : undefined
  return pageMetadata(catalogue.content(), {
    kind: kind === 'catalogue' && project ? 'game' : kind,
    language,
    tenant: host.tenant,
    url: `${host.origin}${url.split('?')[0]}`,
    project,
    shareImage: project && shareImagePath(catalogue.dir(), project, language, catalogue.getBrand()),
    hubImage: hubShareImagePath(catalogue.dir(), catalogue.getBrand(host.tenant)),
  })
}

function clientConfig({ config, catalogue }: Deps, tenant: string): ClientConfig {
  const { hub, languages: offered } = catalogue.content()
  const { operator } = hub
  const { languages, defaultLanguage, textsVersion } = offered
  const { company, address, supportEmail } = operator
  return {
    languages,
    defaultLanguage,
    textsVersion,
    brand: catalogue.getBrand(tenant),
    tenant,
    origin: config.http.publicUrl,
    developmentOrigins: config.mode === 'sandbox' ? [config.gamesUrl] : [],
    authMethods: authMethods.filter((method) => method === 'mail' || config.identity[method] !== null),
    ...(hub.legal.consents === 'required' && { requiresConsent: true }),
    ...formClientConfig(config.payments),
    ...(config.gameHosting &&
      config.builds.trialBytes > 0 && { trials: { maxBytes: config.builds.limits.archiveBytes } }),
    ...(hub.legal.withdrawal === 'refund' && { withdrawal: true as const }),
    ...(isCounting(hub) && { insights: true as const }),
    operator: { company, address, supportEmail },
  }
}

const isCounting = (hub: object): boolean => !('insights' in hub && hub.insights === 'off')
