import { localText } from '@playhub/contract/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { call } from '../lib/api/api.ts'
import { load, readErrorCode } from '../lib/feedback/load.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { AgeGated } from '../play/age/age-gate.tsx'
import { CheckerView } from './checker-view.tsx'
import type { Inspected } from './run/checks.ts'
import { loadDeclared } from './run/load-declared.ts'

/** The server has refused a wrong link; this one may have expired since. */
export async function loader({ params }: LoaderFunctionArgs) {
  const preview = params.preview ?? ''
  try {
    return await load('GET_GAME_DATA_ERROR', async () => {
      const { data } = await call('GET /developers/previews/{preview}', { params: { preview } })
      return { build: data.result, ...(await loadDeclared(data.result.project)) }
    }, ['BUILD_NOT_FOUND'])
  } catch (error) {
    if (readErrorCode(error) === 'BUILD_NOT_FOUND') throw new Response(null, { status: 404 })
    throw error
  }
}

type Data = Awaited<ReturnType<typeof loader>>

export const handle: RouteHandle<Data> = {
  title: (messages, data) =>
    data
      ? messages.t('developers:preview.title', {
          project: localText(data.build.name, messages.language),
          number: data.build.number,
        })
      : messages.t('developers:title'),
}

/** A build tried by its team before players get it, on the hub's bridge, with a player and a shop of this page. */
export function Component() {
  const { t, i18n } = useTranslation('developers')
  const { build, ids, items } = useLoaderData<Data>()
  const { project, number, url } = build
  const name = localText(build.name, i18n.language)
  // The run starts anew with every other object.
  const [inspected] = useState<Inspected>(() => ({
    url,
    inspection: {
      ...{ url, status: 200, redirects: [], refusedBy: null, problem: null },
      hosted: { isOpaque: build.isOpaque },
    },
    build: { ...build, compat: null, name: t('preview.name', { number }) },
    declared: ids,
    preview: { id: project, name, items },
  }))
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      <h1 tabIndex={-1} className="heading text-24 md:text-34">
        {t('preview.title', { project: name, number })}
      </h1>
      <p className="mt-3 max-w-[40rem] text-15 text-pretty text-soft">{t('preview.intro')}</p>
      <AgeGated age={build.age} name={name} className="grid place-items-center">
        <CheckerView inspected={inspected} />
      </AgeGated>
    </main>
  )
}
