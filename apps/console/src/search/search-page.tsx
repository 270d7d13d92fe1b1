import type { SearchHit } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { TextLimitNote, useTextLimit } from '@playhub/ui/form/text-limit.tsx'
import { Search } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { callOperator, toPath } from '../lib/api.ts'
import { groupHits } from './hits.ts'
import { LookedFor } from './looked-for.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const q = new URL(request.url).searchParams.get('q')?.trim() ?? ''
  if (q === '') return { q, result: null }
  return { q, result: (await callOperator('GET /search', { query: { q } })).data.result }
}

/** All hits of one text, by kind. */
export function Component() {
  const { t } = useTranslation('search')
  const { q, result } = useLoaderData<typeof loader>()
  const groups = groupHits(result?.hits ?? [])
  return (
    <PageFrame title={t('title')}>
      <SearchField q={q} first={groups[0]?.hits[0]} />
      {!result && <p className="mt-3 max-w-140 text-13 text-pretty text-soft">{t('hint')}</p>}
      {result && (
        <div className="mt-4 grid max-w-190 gap-6">
          <p role="status" className="text-15">
            {groups.length === 0 ? t('nothing', { text: q }) : t('found', { count: result.hits.length })}
          </p>
          {groups.map((group) => (
            <Group key={group.kind} {...group} />
          ))}
          <LookedFor hiddenKinds={result.hiddenKinds} />
        </div>
      )}
    </PageFrame>
  )
}

/** Enter searches; pressed again, it opens the first hit. */
function SearchField({ q, first }: { q: string; first: SearchHit | undefined }) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const limitId = useId()
  const field = useRef<HTMLInputElement>(null)
  const limit = useTextLimit(field, operatorLimits.search)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (limit.isTooLong) return
    const text = String(new FormData(event.currentTarget).get('q')).trim()
    if (text === q && first) return void navigate(toPath(first.href))
    void navigate(text === '' ? '/search' : `/search?q=${encodeURIComponent(text)}`, { replace: true })
  }
  return (
    <div className="grid max-w-190 gap-1.5">
      <form noValidate onSubmit={submit} className="relative">
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-soft"
        />
        <input
          // A new text from the address replaces the draft.
          key={q}
          ref={field}
          name="q"
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the page has been opened to type here
          autoFocus
          defaultValue={q}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('label')}
          aria-invalid={limit.isTooLong || undefined}
          aria-describedby={limit.text ? limitId : undefined}
          placeholder={t('label')}
          className="h-12 w-full rounded-control border border-line-strong bg-ink-0 ps-10 pe-4 text-[1rem] placeholder:text-soft/80 hover:border-text [&::-webkit-search-cancel-button]:hidden"
        />
      </form>
      <TextLimitNote id={limitId} limit={limit} />
    </div>
  )
}

function Group({ kind, hits }: ReturnType<typeof groupHits>[number]) {
  const { t } = useTranslation('search')
  const id = useId()
  const { pathname, search } = useLocation()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-13 font-normal text-soft">
        {t(`kind.${kind}`)}
      </h2>
      <ul className="border-b border-line">
        {hits.map((hit) => (
          <li key={hit.id} className="border-t border-line">
            <Link
              to={toPath(hit.href)}
              state={{ from: pathname + search }}
              className="-mx-2 block rounded-md px-2 py-2 hover:bg-ink-1"
            >
              <span className="block text-15 font-medium">{hit.title}</span>
              <span className="block text-13 text-soft">{hit.subtitle}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
