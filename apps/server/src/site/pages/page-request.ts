import {
  authMethods,
  type ClientConfig,
  type PageMetadata,
  type PageRequest,
  type Theme,
} from '@playhub/contract'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Config } from '../../config.ts'
import { pageMetadata } from './metadata.ts'
import { publicApi } from './public-api.ts'
import type { PublicPage } from './public-page.ts'
import { shareImagePath } from './share-image.ts'
import type { HostInfo } from './tenants.ts'

export type PageAsked = Pick<PublicPage, 'kind' | 'language' | 'projectName' | 'url'> & {
  host: HostInfo
  theme: Theme | undefined
}
type Deps = { config: Config; catalogue: Catalogue }

/** Collects everything that the renderer needs for a page. */
export function pageRequest(deps: Deps, asked: PageAsked): PageRequest {
  const { url, language, theme, host, projectName } = asked
  return {
    url,
    language,
    theme,
    tenant: host.tenant,
    origin: host.origin,
    api: publicApi(deps.catalogue, language, [host.tenant, projectName]),
    page: metadataOf(deps, asked),
    clientConfig: clientConfig(deps, host.tenant),
  }
}

/** On the own host of a game outside the catalogue, the catalogue page is the page of that game. */
function metadataOf({ config, catalogue }: Deps, asked: PageAsked): PageMetadata {
  const { kind, language, projectName = '', host, url } = asked
  const tenantProject = catalogue.project(host.tenant)
  const isOwnHost = kind === 'catalogue' && tenantProject?.outOfCatalog === true
  const project = isOwnHost ? tenantProject : catalogue.project(projectName)
  return pageMetadata(catalogue.content(), {
    kind: isOwnHost ? 'game' : kind,
    language,
    tenant: host.tenant,
    url: `${host.origin}${url.split('?')[0]}`,
    project,
    shareImage: project && shareImagePath(config.contentDir, project, language),
  })
}

const stripeScript = 'https://js.stripe.com/endive/stripe.js'

function clientConfig({ config, catalogue }: Deps, tenant: string): ClientConfig {
  const { operator } = catalogue.content().hub
  const { company, address, supportEmail } = operator
  const { stripe, yookassa } = config.payments
  return {
    tenant,
    origin: config.http.publicUrl,
    developmentOrigins: config.mode === 'sandbox' ? [config.gamesUrl] : [],
    authMethods: authMethods.filter((method) => method === 'mail' || config.identity[method] !== null),
    ...(stripe && {
      stripe: { publishableKey: stripe.publishableKey, scriptUrl: stripe.scriptUrl ?? stripeScript },
    }),
    ...(yookassa && { yookassa: { scriptUrl: yookassa.scriptUrl } }),
    operator: { company, address, supportEmail },
    isSandbox: config.mode === 'sandbox',
  }
}
