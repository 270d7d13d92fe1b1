import type { ContentState } from '@playhub/contract/operator'
import { Image } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  site: ContentState['site']
  /** Of the texts. */
  lang: string
  title: string
  description: string
}

/** A page as search engines list it. */
export function SearchResult({ site, lang, title, description }: Props) {
  const { t } = useTranslation('content')
  return (
    <Frame title={t('pages.search')}>
      <p className="text-13 text-soft">
        {site.brand} · {new URL(site.url).host}
      </p>
      <p lang={lang} className="truncate text-18 text-cool">
        {title}
      </p>
      <p lang={lang} className="line-clamp-2 text-13 text-soft">
        {description || t('pages.noDescription')}
      </p>
    </Frame>
  )
}

/** A link as messengers and social networks show it. */
export function LinkPreview({ site, lang, title, description }: Props) {
  const { t } = useTranslation('content')
  return (
    <Frame title={t('pages.link')}>
      <div className="max-w-100 overflow-hidden rounded-control border border-line bg-ink-2">
        <div className="grid aspect-[1200/630] place-items-center bg-ink-3 text-soft">
          <span className="grid justify-items-center gap-1 text-13">
            <Image size={24} aria-hidden="true" />
            {t('pages.picture')}
          </span>
        </div>
        <div className="p-3">
          <p className="text-13 text-soft">{new URL(site.url).host}</p>
          <p lang={lang} className="line-clamp-2 text-15 font-semibold">
            {title}
          </p>
          <p lang={lang} className="line-clamp-2 text-13 text-soft">
            {description}
          </p>
        </div>
      </div>
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-13 text-soft">{title}</figcaption>
      <div className="rounded-control border border-line bg-ink-1 p-4">{children}</div>
    </figure>
  )
}
