import type { FoundSection, TeamDocument } from '@playhub/contract'
import { Button, buttonClass } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { Rail } from '../ui/rail.tsx'
import { loadDocument } from './load-document.ts'

type Data = { query: string; name: string } & (
  | { document: TeamDocument; found?: never }
  | { document?: never; found: FoundSection[] }
)

export const loader = (args: LoaderFunctionArgs): Promise<Data> =>
  loadDocument(args, ({ getTeamDocument, searchTeamDocuments }) => {
    const query = new URL(args.request.url).searchParams.get('q') ?? ''
    const name = args.params['*']?.replace(/\/$/, '') ?? ''
    return query
      ? searchTeamDocuments?.(query).then((found) => ({ query, name, found }))
      : getTeamDocument?.(name).then((document) => ({ query, name, document }))
  })

export const handle: RouteHandle<Data> = {
  title: (messages, data) => data?.document?.title ?? messages.t('developers:docs.link'),
  head: import.meta.env.SSR
    ? ({ document, name }, { messages, page }) => {
        const title = document?.title ?? messages.t('developers:docs.link')
        return {
          page: { title: `${title} · ${page.ogSiteName}`, ogTitle: title },
          path: `/developers/docs/${name}`,
          hasOneUrl: true,
          isHidden: !document,
        }
      }
    : undefined,
}

/** The documents for game teams, in English. They work without scripts. */
export function Component() {
  const { t } = useTranslation('developers')
  const { t: tCommon } = useTranslation()
  const { query, name, document, found } = useLoaderData<Data>()
  const isIndex = name === '' && document !== undefined
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      <div className="grid gap-x-14 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <article className="max-w-[44rem] min-w-0">
          <a
            href={isIndex ? '/developers' : '/developers/docs/'}
            className={`${buttonClass('quiet', 'small')} -ms-3 print:hidden`}
          >
            <ArrowLeft size={18} aria-hidden="true" />
            {isIndex ? t('title') : t('docs.all')}
          </a>
          <search className="print:hidden">
            <form action="/developers/docs/" className="mt-4 flex items-end gap-3">
              <Field
                label={t('docs.search')}
                type="search"
                name="q"
                defaultValue={query}
                maxLength={100}
                required
                className="min-w-0 grow"
              />
              <Button type="submit" kind="secondary">
                {t('docs.find')}
              </Button>
            </form>
          </search>
          {document ? <Document {...document} /> : <Results query={query} found={found} />}
        </article>
        <Rail label={tCommon('document.contents')} links={document?.contents ?? []} />
      </div>
    </main>
  )
}

function Document({ title, html }: TeamDocument) {
  return (
    <>
      <h1 lang="en" className="heading mt-8 text-24 md:text-34">
        {title}
      </h1>
      <div
        lang="en"
        className="prose mt-8"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the repository's own file, converted to HTML by the hub
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  )
}

function Results({ query, found }: { query: string; found: FoundSection[] }) {
  const { t } = useTranslation('developers')
  return (
    <>
      <h1 className="heading mt-8 text-24 wrap-anywhere md:text-34">{t('docs.results', { query })}</h1>
      {found.length === 0 && <p className="mt-6 text-15 text-soft">{t('docs.none')}</p>}
      <ul lang="en" className="mt-6 grid gap-6">
        {found.map(({ href, page, heading, excerpt }) => (
          <li key={href}>
            <a href={href} className="text-15 font-semibold text-cool underline underline-offset-4">
              {heading}
            </a>
            {heading !== page && <p className="text-13 text-soft">{page}</p>}
            <p className="mt-1 text-15 wrap-anywhere">{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
