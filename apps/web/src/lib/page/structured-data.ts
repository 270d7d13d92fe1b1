import type { HeadContext } from './page-title.ts'

type Fact = Record<string, unknown>

/** The hub itself. */
export function websiteStructuredData({ page, origin, language }: HeadContext): Fact {
  return {
    '@type': 'WebSite',
    name: page.ogSiteName,
    url: `${origin}/games/${language}/`,
    inLanguage: ['ru', 'en'],
  }
}

/** The way from the games to a page. */
export function breadcrumbs({ texts, origin, language, address }: HeadContext, name: string): Fact {
  const steps = [
    { name: texts.t('catalogue:title'), url: `${origin}/games/${language}/` },
    { name, url: address },
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
