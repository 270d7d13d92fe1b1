import { ArrowLeft, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirectDocument, useLoaderData } from 'react-router'
import { wasUnfinished } from '../lib/boot-data.ts'
import { usePageLanguage } from '../lib/hooks.ts'
import { codeOf } from '../lib/load.ts'
import type { RouteHandle } from '../lib/page-title.ts'
import { apiOf, type HubDocument } from '../lib/public-api.ts'
import { buttonLook } from '../ui/button.tsx'

/** Documents are pages of the server: moving to one inside the client loads it as such. */
export async function loader(args: LoaderFunctionArgs): Promise<HubDocument> {
  const { getDocument } = apiOf(args)
  if (!getDocument) throw wasUnfinished(args.request.url) ? missing() : redirectDocument(args.request.url)
  const name = args.params.file?.replace(/\.html$/, '') ?? ''
  try {
    return await getDocument(name)
  } catch (error) {
    if (codeOf(error) === 'DOCUMENT_NOT_FOUND') throw missing()
    throw error
  }
}

const missing = () => new Response(null, { status: 404, statusText: 'Not Found' })

export const handle: RouteHandle = {
  title: (_texts, document) => (document as HubDocument | undefined)?.title ?? '',
  head: (_texts, document) => {
    const { title } = document as HubDocument
    return { page: { title: `${title} · Playhub`, ogTitle: title } }
  },
}

export function Component() {
  const { t } = useTranslation()
  const language = usePageLanguage()
  const document = useLoaderData<HubDocument>()
  return (
    <main id="content" className="room grow py-8 md:py-14">
      <article className="mx-auto max-w-[40rem]">
        <div className="mb-6 flex items-center justify-between print:hidden">
          <a href={`/games/${language}/`} className={buttonLook('quiet', 'small')}>
            <ArrowLeft size={18} aria-hidden="true" />
            {t('document.back')}
          </a>
          <PrintButton label={t('document.print')} />
        </div>
        {/* A long Russian word has to fit a narrow phone. */}
        <h1 className="display text-[clamp(1.125rem,5.5vw,1.5rem)]/7.5 md:text-34">{document.title}</h1>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's own file, made into HTML by the hub */}
        <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: document.html }} />
      </article>
    </main>
  )
}

function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" data-boot onClick={() => window.print()} className={buttonLook('quiet', 'small')}>
      <Printer size={18} aria-hidden="true" />
      {label}
    </button>
  )
}
