import type { InterfaceMessages, PageRequest, RenderedPage } from '@playhub/contract'
import { hasOnlyLanguage } from '@playhub/contract/languages'
import { FullPageSpinner } from '@playhub/ui/spinner.tsx'
import type { i18n as I18n } from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  Outlet,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { type DocumentParts, documentHtml } from './app/document/document.ts'
import { createHead } from './app/document/head.ts'
import { Footer } from './app/layout/footer.tsx'
import { Header } from './app/layout/header.tsx'
import { useUrlLanguage } from './app/root.tsx'
import { createRoutes } from './app/routes.tsx'
import { GameScores } from './leaderboards/game-scores.tsx'
import { ServerScores } from './leaderboards/lazy-game-scores.tsx'
import { provideApi } from './lib/api/public-api.ts'
import { ClientConfigContext } from './lib/context/client-config.ts'
import { FallbackLanguage, LanguageContext } from './lib/context/page-context.ts'
import {
  type InterfaceLanguage,
  isRecognisedLanguage,
  parsePathLanguage,
  type RecognisedLanguage,
} from './lib/language/language.ts'
import { createMessages, type Messages, namespaces } from './lib/language/messages.ts'
import type { AssetManifest } from './lib/page/asset-manifest.ts'
import { isPublicRoute, SIGN_IN_ROUTE } from './lib/page/page-title.ts'
import { paymentSkeletonRoutes } from './payments/checkout/payment-skeleton.tsx'

export type RenderInput = PageRequest & { assets: AssetManifest }

const routes = createRoutes()
const pageHandler = createStaticHandler(routes)
const shellHandler = createStaticHandler([
  { Component: Shell, children: [...paymentSkeletonRoutes, { path: '*', Component: FullPageSpinner }] },
])
const textFiles = import.meta.glob<Messages>('./i18n/*/*.json', { eager: true, import: 'default' })
const shippedMessages = { ru: messagesInFiles('ru'), en: messagesInFiles('en') }
/** Created once for each brand, and for each version when the content adds a language. */
const createdMessages = new WeakMap<InterfaceMessages, Map<string, I18n>>()

/** Renders a page without a player's data completely, and any other as a shell for the client to fill. */
export async function render(input: RenderInput): Promise<RenderedPage> {
  const isShell = !isPublic(input.url) && !isPlainLogin(input)
  const language = pageLanguage(input)
  const handler = isShell ? shellHandler : pageHandler
  const context = await handler.query(new Request(new URL(input.url, input.origin)), {
    requestContext: isShell ? undefined : provideApi(input.api, input.tenant, language),
  })
  if (context instanceof Response) {
    return { status: context.status, redirect: context.headers.get('Location') ?? '/', html: '' }
  }
  const parts = documentParts(input, {
    context,
    isShell,
    language,
    body: renderBody(input, handler, context, language),
  })
  const page = { status: isShell ? 200 : context.statusCode, html: documentHtml(parts) }
  if (input.assets.criticalRules.length === 0) return page
  return { ...page, compressedHtml: () => documentHtml({ ...parts, inlinesCriticalCss: true }) }
}

/** The recognised language in the URL; `input.language` is the interface's. */
function pageLanguage({ url, origin, language }: RenderInput): RecognisedLanguage {
  const { pathname, searchParams } = new URL(url, origin)
  const locale = searchParams.get('locale') ?? undefined
  return parsePathLanguage(pathname) ?? (isRecognisedLanguage(locale) ? locale : language)
}

/** True for a public page path: the same for everybody, cacheable and indexed. */
function isPublic(url: string): boolean {
  return isPublicRoute(matchRoutes(routes, url.split('?')[0] ?? '/')?.at(-1)?.route.id)
}

/** True for the login page with no parameters except a language. */
function isPlainLogin({ url, origin }: RenderInput): boolean {
  const { pathname, searchParams } = new URL(url, origin)
  const match = matchRoutes(routes, pathname)?.at(-1)
  const hasNoParams = Object.values(match?.params ?? {}).every((value) => value === undefined)
  return match?.route.id === SIGN_IN_ROUTE && hasNoParams && hasOnlyLanguage(searchParams)
}

function renderBody(
  input: RenderInput,
  handler: StaticHandler,
  context: StaticHandlerContext,
  pageLanguage: RecognisedLanguage,
): string {
  const router = createStaticRouter(handler.dataRoutes, context)
  const { clientConfig } = input
  return renderToString(
    <I18nextProvider i18n={getI18n(input)}>
      <ClientConfigContext value={clientConfig}>
        <FallbackLanguage value={() => pageLanguage}>
          <ServerScores value={GameScores}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </ServerScores>
        </FallbackLanguage>
      </ClientConfigContext>
    </I18nextProvider>,
  )
}

function getI18n({
  language,
  messages = language === 'ru' ? shippedMessages.ru : shippedMessages.en,
  clientConfig,
}: RenderInput): I18n {
  const { brand } = clientConfig
  const byBrand = createdMessages.get(messages) ?? new Map<string, I18n>()
  createdMessages.set(messages, byBrand)
  const known = byBrand.get(brand) ?? createMessages(language, brand, messages)
  byBrand.set(brand, known)
  return known
}

function messagesInFiles(language: InterfaceLanguage): InterfaceMessages {
  const files = namespaces.map((name) => [name, textFiles[`./i18n/${language}/${name}.json`] ?? {}])
  return Object.fromEntries(files)
}

type Rendered = {
  context: StaticHandlerContext
  isShell: boolean
  language: RecognisedLanguage
  body: string
}

function documentParts(input: RenderInput, { context, isShell, language, body }: Rendered): DocumentParts {
  const loaderData = isShell || context.errors ? null : context.loaderData
  return {
    ...createHead({
      ...input,
      messages: getI18n(input),
      offered: input.clientConfig,
      context: isShell ? null : context,
      isPublic: loaderData !== null,
    }),
    language: input.language,
    theme: input.theme,
    testMode: input.testMode,
    assets: input.assets,
    boot: { language, config: input.clientConfig, hydration: loaderData && { loaderData } },
    background: input.background,
    notStarted: input.notStarted,
    body,
  }
}

/** Header and footer around a placeholder. The browser shows it until the client has rendered the page. */
function Shell() {
  return (
    <LanguageContext value={useUrlLanguage()}>
      <Header />
      <Outlet />
      <Footer />
    </LanguageContext>
  )
}
