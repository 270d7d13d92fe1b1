import { createHash } from 'node:crypto'
import { localText, paymentProviders, providerTerms } from '@playhub/contract'
import type { LocalizedText, LocatedProjectFile, Project } from '../content.ts'
import { deriveColours } from './colours.ts'
import type { PlaceholderPicture } from './draw.ts'

/** Drawn pictures are below the content's own, so pages, caches and limits treat them alike. */
export const placeholderPrefix = '/main_images/placeholders/'

export const isPlaceholder = (path: string): boolean => path.startsWith(placeholderPrefix)

/** Completes a small project: drawn pictures, colours from its id, no texts, every payment provider. */
export function completeProject(id: string, file: LocatedProjectFile): Project {
  const { logo, origins, paymentsMethods = everyProvider(), items, game } = file
  const colours = deriveColours(id)
  const cardBackgroundColor = game.cardBackgroundColor ?? colours.card
  const footerBackgroundColor = game.footerBackgroundColor ?? colours.footer
  // A new name or colour is a new URL, because browsers keep pictures for an hour.
  const version = createHash('sha256')
    .update(JSON.stringify([file.name, cardBackgroundColor, footerBackgroundColor]))
    .digest('hex')
    .slice(0, 8)
  const draw = (picture: PlaceholderPicture) => `${placeholderPrefix}${id}/${picture}.svg?v=${version}`
  const heroImage = game.heroImage ?? draw('hero')
  const cardDescription = game.cardDescription ?? noText
  return {
    ...file,
    id,
    logo: logo ?? draw('logo'),
    origins: origins ?? findFrameOrigin(game.frameUrl),
    paymentsMethods,
    items: items.map((item) => ({ ...item, image: item.image ?? draw('item'), project: id })),
    game: {
      ...game,
      cardBackgroundColor,
      footerBackgroundColor,
      cardImage: game.cardImage ?? draw('card'),
      heroImage,
      heroImageSmall: game.heroImageSmall ?? (game.heroImage ? heroImage : draw('hero-small')),
      background: game.background ?? draw('background'),
      cardDescription,
      fullDescription: game.fullDescription ?? cardDescription,
      seo: {
        title: game.seo.title ?? file.name,
        description: game.seo.description ?? cardDescription,
        keywords: game.seo.keywords ?? noText,
        ogImage: game.seo.ogImage,
      },
    },
  }
}

const noText: LocalizedText = {}

/** All configured ones are offered; others are skipped. */
const everyProvider = (): Project['paymentsMethods'] =>
  paymentProviders.map((provider) => ({ provider, methods: [...providerTerms[provider].methods] }))

function findFrameOrigin(frameUrl: string): string[] {
  const origin = URL.parse(frameUrl)?.origin
  return origin ? [origin] : []
}

/** Drawn or missing parts of each project, one line each. */
export function listPlaceholders({ id, logo, items, game }: Project): string[] {
  const pictures = {
    logo,
    'game.cardImage': game.cardImage,
    'game.heroImage': game.heroImage,
    'game.background': game.background,
    ...Object.fromEntries(items.map(({ id: item, image }) => [`image of ${item}`, image])),
  }
  const texts = {
    'game.cardDescription': game.cardDescription,
    'game.fullDescription': game.fullDescription,
    'game.seo.description': game.seo.description,
    ...Object.fromEntries(items.map(({ id: item, description }) => [`description of ${item}`, description])),
  }
  const drawn = Object.entries(pictures).flatMap(([field, picture]) =>
    isPlaceholder(picture) ? [field] : [],
  )
  const empty = Object.entries(texts).flatMap(([field, text]) => (localText(text, 'en') ? [] : [field]))
  const file = `projects/${id}.yaml`
  return [
    ...(drawn.length > 0 ? [`${file}: players see drawn pictures instead of ${drawn.join(', ')}`] : []),
    ...(empty.length > 0 ? [`${file}: has no text for ${empty.join(', ')}`] : []),
  ]
}
