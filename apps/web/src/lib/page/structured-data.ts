import type { HeadContext } from './page-title.ts'

type StructuredData = Record<string, unknown>

export function websiteStructuredData({ page, origin, language, languages }: HeadContext): StructuredData {
  return {
    '@type': 'WebSite',
    name: page.ogSiteName,
    url: `${origin}/games/${language}/`,
    inLanguage: languages,
  }
}

/** A breadcrumb trail from the catalogue to a page. */
export function breadcrumbs({ messages, origin, language, url }: HeadContext, name: string): StructuredData {
  const steps = [
    { name: messages.t('catalogue:title'), url: `${origin}/games/${language}/` },
    { name, url },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name: step.name,
      item: step.url,
    })),
  }
}
