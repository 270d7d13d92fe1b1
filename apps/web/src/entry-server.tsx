import type { ClientConfig, InitialConfig, PageRequest, RenderedPage } from '@playhub/contract'
import { hasOnlyLanguage } from '@playhub/contract/languages'
import type { i18n as I18n } from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { CHOOSER_ROUTE } from './accounts/routes.tsx'
import { type DocumentParts, documentHtml } from './app/document.ts'
import { headOf } from './app/head.ts'
import { createRoutes } from './app/routes.tsx'
import { Shell } from './app/shell.tsx'
import { allTexts } from './lib/all-texts.ts'
import type { AssetManifest } from './lib/asset-manifest.ts'
import type { BootData } from './lib/boot-data.ts'
import { ClientConfigContext } from './lib/client-config.ts'
import { groundOf } from './lib/ground.ts'
import { FallbackLanguage, ROOT_ROUTE, type RootData } from './lib/hooks.ts'
import { languageOfPath, type RecognisedLanguage } from './lib/language.ts'
import { isPublicRoute } from './lib/page-title.ts'
import { provideApi } from './lib/public-api.ts'
import { createTexts } from './lib/texts.ts'
import { paymentShells } from './payments/shells.tsx'
import { FullPageSpinner } from './ui/spinner.tsx'

export type RenderInput = PageRequest & { assets: AssetManifest }

const routes = createRoutes()
const handler = createStaticHandler(routes)
const shellRoutes = [
  { Component: Shell, children: [...paymentShells, { path: '*', Component: FullPageSpinner }] },
]
const shellHandler = createStaticHandler(shellRoutes)
const textsByLanguage = { ru: createTexts('ru', allTexts('ru')), en: createTexts('en', allTexts('en')) }

/** Renders what every guest sees alike; any other route as a light shell that the client fills. */
export async function render(input: RenderInput): Promise<RenderedPage> {
  return isPublic(input.url) || isPlainChooser(input) ? renderForGuests(input) : renderShell(input)
}

/** The choice how to sign in, in an address that brings nothing along but a language. */
function isPlainChooser({ url, origin }: RenderInput): boolean {
  const { pathname, searchParams } = new URL(url, origin)
  const match = matchRoutes(routes, pathname)?.at(-1)
  const isBare = Object.values(match?.params ?? {}).every((value) => value === undefined)
  return match?.route.id === CHOOSER_ROUTE && isBare && hasOnlyLanguage(searchParams)
}

/** Whether a path is a page for everybody, worth caching and indexing. */
export function isPublic(url: string): boolean {
  return isPublicRoute(matchRoutes(routes, url.split('?')[0] ?? '/')?.at(-1)?.route.id)
}

async function renderForGuests(input: RenderInput): Promise<RenderedPage> {
  const language = languageOfPath(new URL(input.url, input.origin).pathname) ?? input.language
  const answer = await handler.query(new Request(new URL(input.url, input.origin)), {
    requestContext: provideApi(input.api, input.tenant, language),
  })
  if (answer instanceof Response) return redirectResult(answer)
  const texts = textsByLanguage[input.language]
  const body = renderBody(
    createStaticRouter(handler.dataRoutes, answer),
    answer,
    texts,
    language,
    input.clientConfig,
  )
  const loaderData = answer.errors ? null : answer.loaderData
  return page(input, answer.statusCode, { body, language, texts, context: answer, loaderData })
}

async function renderShell(input: RenderInput): Promise<RenderedPage> {
  const answer = await shellHandler.query(new Request(new URL(input.url, input.origin)))
  if (answer instanceof Response) return redirectResult(answer)
  const texts = textsByLanguage[input.language]
  const body = renderBody(
    createStaticRouter(shellHandler.dataRoutes, answer),
    answer,
    texts,
    input.language,
    input.clientConfig,
  )
  return page(input, 200, { body, language: input.language, texts, context: null, loaderData: null })
}

function renderBody(
  router: ReturnType<typeof createStaticRouter>,
  context: StaticHandlerContext,
  texts: I18n,
  language: RecognisedLanguage,
  config: ClientConfig,
): string {
  return renderToString(
    <I18nextProvider i18n={texts}>
      <ClientConfigContext value={config}>
        <FallbackLanguage value={() => language}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </FallbackLanguage>
      </ClientConfigContext>
    </I18nextProvider>,
  )
}

type Rendered = {
  body: string
  language: RecognisedLanguage
  texts: I18n
  context: StaticHandlerContext | null
  loaderData: StaticHandlerContext['loaderData'] | null
}

function page(input: RenderInput, status: number, rendered: Rendered): RenderedPage {
  const boot: BootData = {
    language: rendered.language,
    config: input.clientConfig,
    hydration: rendered.loaderData && { loaderData: rendered.loaderData },
  }
  const isIndexed = rendered.loaderData !== null && isPublic(input.url)
  const head = headOf({ ...input, texts: rendered.texts, context: rendered.context, isPublic: isIndexed })
  const parts: DocumentParts = {
    ...head,
    language: input.language,
    theme: input.theme,
    assets: input.assets,
    boot,
    ground: groundOf(configOf(rendered.loaderData)),
    body: rendered.body,
  }
  const html = documentHtml(parts)
  if (!rendered.loaderData || !input.assets.inline.publicLook) return { status, html }
  return { status, html, packed: () => documentHtml({ ...parts, isLean: true }) }
}

function configOf(loaderData: Rendered['loaderData']): Pick<InitialConfig, 'settings'> {
  return (loaderData?.[ROOT_ROUTE] as RootData | undefined)?.config ?? { settings: [] }
}

function redirectResult(answer: Response): RenderedPage {
  return { status: answer.status, redirect: answer.headers.get('Location') ?? '/', html: '' }
}
