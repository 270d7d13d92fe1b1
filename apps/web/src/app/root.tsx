import { lazy, Suspense, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type LoaderFunctionArgs,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
} from 'react-router'
import { OpeningGame } from '../catalogue/game/opening-game.tsx'
import { getApi } from '../lib/api/public-api.ts'
import { nextTask } from '../lib/browser/next-task.ts'
import { saveContextFromUrl, updateHubContext, useOfferedToken } from '../lib/context/hub-context.ts'
import {
  FallbackLanguage,
  LanguageContext,
  type RootData,
  useIsPlaying,
} from '../lib/context/page-context.ts'
import { load } from '../lib/feedback/load.ts'
import {
  detectLanguage,
  parsePathLanguage,
  type RecognisedLanguage,
  urlInLanguage,
} from '../lib/language/language.ts'
import { currentLanguage, loadMessages, switchLanguage } from '../lib/language/messages.ts'
import { usePageHead } from '../lib/page/page-title.ts'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { OfflineBanner } from './layout/offline-banner.tsx'
import { UpdateBanner } from './layout/update-banner.tsx'
import { useFocusAfterNavigation, useFocusNeverLost } from './navigation/focus.ts'

/** The login in use stays without its files. */
const OfferedLogin = lazy(() =>
  Promise.all([import('../accounts/offered-login.tsx'), loadMessages('accounts')]).then(
    ([loaded]) => ({ default: loaded.OfferedLogin }),
    () => ({ default: () => null }),
  ),
)

/** Loads what every page needs: texts in its language, and the hub's configuration. */
export async function rootLoader(args: LoaderFunctionArgs): Promise<RootData> {
  if (!import.meta.env.SSR) await nextTask()
  // If texts fail to load, keep the current language.
  const messages = import.meta.env.SSR || followUrl(new URL(args.request.url)).catch(() => undefined)
  const empty = { projects: [], settings: [], supportEmail: '' }
  const config = await load('GET_INITIAL_CONFIG_ERROR', () => getApi(args).getInitialConfig()).catch(
    () => empty,
  )
  await messages
  if (!import.meta.env.SSR) {
    updateHubContext({ settings: config.settings })
    isConfigLoaded = config !== empty
  }
  return { config }
}

/** True once this browser has loaded the configuration; a server-rendered page has only its own project's. */
let isConfigLoaded = false

/** Stores a URL's context parameters and switches to its language. */
export async function followUrl(url: URL): Promise<void> {
  saveContextFromUrl(url)
  await switchLanguage(detectLanguage(url))
}

export const rootShouldRevalidate: ShouldRevalidateFunction = ({ nextUrl }) =>
  !isConfigLoaded || detectLanguage(nextUrl) !== currentLanguage()

export function RootLayout() {
  const language = useUrlLanguage()
  const isPlaying = useIsPlaying()
  usePageHead(usePageUrl(language, isPlaying))
  useDocumentLanguage()
  useFocusAfterNavigation()
  useFocusNeverLost()
  return (
    <LanguageContext value={language}>
      {!isPlaying && <SkipLink />}
      {!isPlaying && <Header />}
      <Banners />
      <Outlet />
      {!isPlaying && <Footer />}
      {useOfferedToken() && (
        <Suspense>
          <OfferedLogin />
        </Suspense>
      )}
      <OpeningGame />
      <ScrollRestoration />
    </LanguageContext>
  )
}

/** Banners lie above the page at its bottom. */
function Banners() {
  return (
    <div className="site-banners">
      <OfflineBanner />
      <UpdateBanner />
    </div>
  )
}

/** The language in the page URL, else the fallback. */
export function useUrlLanguage(): RecognisedLanguage {
  const fallback = use(FallbackLanguage)
  return parsePathLanguage(useLocation().pathname) ?? fallback()
}

/** The page URL in its language. A running game is on the game's page. */
function usePageUrl(language: RecognisedLanguage, isPlaying: boolean): string {
  const { pathname, search } = useLocation()
  return urlInLanguage(pathname, isPlaying ? '' : search, language)
}

/** Sets `lang`, which selects the screen reader's voice. */
function useDocumentLanguage(): void {
  const { language } = useTranslation().i18n
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
}

function SkipLink() {
  const { t } = useTranslation()
  return (
    <a href="#content" className="skip-link">
      {t('skipToContent')}
    </a>
  )
}
