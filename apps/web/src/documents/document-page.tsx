import { buttonClass } from '@playhub/ui/button.tsx'
import { ArrowLeft, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { HubDocument } from '../lib/api/public-api.ts'
import { usePageLanguage } from '../lib/context/page-context.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { breadcrumbs } from '../lib/page/structured-data.ts'
import { Rail } from '../ui/rail.tsx'
import { loadDocument } from './load-document.ts'

export const loader = (args: LoaderFunctionArgs): Promise<HubDocument> =>
  loadDocument(args, ({ getDocument }) => getDocument?.(args.params.file?.replace(/\.html$/, '') ?? ''))

export const handle: RouteHandle<HubDocument> = {
  title: (_messages, document) => document?.title ?? '',
  head: import.meta.env.SSR
    ? ({ title }, place) => {
        const page = { title: `${title} · ${place.page.ogSiteName}`, ogTitle: title }
        return { page, structuredData: [breadcrumbs(place, title)] }
      }
    : undefined,
}

export function Component() {
  const { t } = useTranslation()
  const language = usePageLanguage()
  const document = useLoaderData<HubDocument>()
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      <div className="grid gap-x-14 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <article className="max-w-[40rem]">
          <div className="-mx-3 mb-6 flex items-center justify-between print:hidden">
            <a href={`/games/${language}/`} className={buttonClass('quiet', 'small')}>
              <ArrowLeft size={18} aria-hidden="true" />
              {t('document.back')}
            </a>
            <PrintButton label={t('document.print')} />
          </div>
          {/* Long Russian words have to fit on narrow phones. */}
          <h1 lang={document.language} className="heading text-[clamp(1.125rem,5.5vw,1.5rem)]/7.5 md:text-34">
            {document.title}
          </h1>
          <div
            lang={document.language}
            className="prose mt-8"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's own file, converted to HTML by the hub
            dangerouslySetInnerHTML={{ __html: document.html }}
          />
        </article>
        <Rail label={t('document.contents')} links={document.contents} />
      </div>
    </main>
  )
}

function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" data-boot onClick={() => window.print()} className={buttonClass('quiet', 'small')}>
      <Printer size={18} aria-hidden="true" />
      {label}
    </button>
  )
}
