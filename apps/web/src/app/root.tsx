import { use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type LoaderFunctionArgs,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
} from 'react-router'
import { apiOf } from '../lib/api/public-api.ts'
import { applyBackground } from '../lib/browser/theme.ts'
import { saveContextFromUrl, updateHubContext } from '../lib/context/hub-context.ts'
import {
  FallbackLanguage,
  LanguageContext,
  type RootData,
  useIsPlaying,
} from '../lib/context/page-context.ts'
import { load } from '../lib/feedback/load.ts'
import { languageOfAddress, languageOfPath, type RecognisedLanguage } from '../lib/language/language.ts'
import { currentLanguage, switchLanguage } from '../lib/language/texts.ts'
import { usePageTitle } from '../lib/page/page-title.ts'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { OfflineBanner } from './layout/offline-banner.tsx'
import { useFocusAfterNavigation, useFocusNeverLost } from './navigation/focus.ts'

/** What every page needs before it shows: its language and the hub's settings. */
export async function rootLoader(args: LoaderFunctionArgs): Promise<RootData> {
  // Words that do not arrive leave the page in the language it has; the part that lacks them says so itself.
  const words = import.meta.env.SSR || followAddress(new URL(args.request.url)).catch(() => undefined)
  const nothing = { projects: [], settings: [], supportEmail: '' }
  const config = await load('GET_INITIAL_CONFIG_ERROR', () => apiOf(args).getInitialConfig()).catch(
    () => nothing,
  )
  await words
  if (!import.meta.env.SSR) {
    updateHubContext({ settings: config.settings })
    applyBackground(config)
    isWhole = config !== nothing
  }
  return { config }
}

/** A page that the server rendered carries the settings of its own project only. */
let isWhole = false

/** Takes along what the address says about the session, and switches to its language. */
export async function followAddress(url: URL): Promise<void> {
  saveContextFromUrl(url)
  await switchLanguage(languageOfAddress(url))
}

export const rootShouldRevalidate: ShouldRevalidateFunction = ({ nextUrl }) =>
  !isWhole || languageOfAddress(nextUrl) !== currentLanguage()

export function RootLayout() {
  const language = useAddressLanguage()
  const isPlaying = useIsPlaying()
  usePageTitle()
  useDocumentLanguage()
  useFocusAfterNavigation()
  useFocusNeverLost()
  return (
    <LanguageContext value={language}>
      {!isPlaying && <SkipLink />}
      {!isPlaying && <Header />}
      <OfflineBanner />
      <Outlet />
      {!isPlaying && <Footer />}
      <ScrollRestoration />
    </LanguageContext>
  )
}

/** What the page speaks: its address says, or whoever renders it. */
export function useAddressLanguage(): RecognisedLanguage {
  const fallback = use(FallbackLanguage)
  return languageOfPath(useLocation().pathname) ?? fallback()
}

/** A screen reader speaks the language that the document names. */
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
