/** The files below `content/` as zod schemas. Unknown fields are mistakes, so that typos are found at startup. */
import {
  authMethods,
  type InterfaceLanguage,
  paymentProviders,
  providerTerms,
  recognisedLanguages,
} from '@playhub/contract'
import * as z from 'zod'
import type { HubLanguages } from './languages/languages.ts'

const Language = z.enum(recognisedLanguages)
/** `orderTexts` requires the default language and puts it first. */
const LocalizedText = z.partialRecord(Language, z.string().min(1))

const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1b2a4a')
const ContentPath = z
  .string()
  .regex(/^\/(main_images|static_files)\/\S+$/, 'must begin with /main_images/ or /static_files/')
const upToTwo = (order: string) =>
  z.array(ContentPath).max(2, `takes at most two images: ${order}`).default([])
const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens')
const Origin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => new URL(value).origin === value, 'must be an origin: scheme, host and port only')

/** Major units in the file (199 or 2.49), minor units once parsed. */
const Price = z
  .number()
  .positive()
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'must have at most two decimals')
  .transform((value) => Math.round(value * 100))

const PaymentMethods = z
  .strictObject({ provider: z.enum(paymentProviders), methods: z.array(z.string()).min(1) })
  .refine(
    ({ provider, methods }) =>
      methods.every((method) => providerTerms[provider].methods.some((m) => m === method)),
    'names a method that this provider does not have',
  )

const SeoData = z.strictObject({
  title: LocalizedText,
  description: LocalizedText,
  keywords: LocalizedText,
  /** Link preview image, 1200×630. Default: drawn from the game's art and name. */
  ogImage: ContentPath.optional(),
})

const ProjectFields = z.strictObject({
  name: LocalizedText,
  /** Texts that lack a language are shown in this one. Default: the hub's. */
  defaultLanguage: Language.optional(),
  logo: ContentPath,
  authType: z.enum(['postMessage', 'redirect']).default('postMessage'),
  authMethods: z.array(z.enum(authMethods)).default([]),
  paymentsMethods: z.array(PaymentMethods).default([]),
  origins: z.array(Origin).default([]),
  /** The origin that receives results with `authType: redirect`. */
  host: Origin.nullable().default(null),
  outOfCatalog: z.boolean().default(false),
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** Receives support requests about the game. Default: the hub's address. */
  supportEmail: z.email().optional(),
  /** Whether the game server may refuse a player before each payment. */
  verifyPlayers: z.boolean().default(false),
  items: z
    .array(
      z.strictObject({
        id: Slug,
        title: LocalizedText,
        description: LocalizedText,
        image: ContentPath,
        price: z
          .strictObject({ RUB: Price.optional(), USD: Price.optional() })
          .refine(({ RUB, USD }) => RUB ?? USD, 'needs a price in RUB or in USD'),
        /** Bought once and kept, such as a skin. A player who owns it cannot buy it again. */
        once: z.boolean().default(false),
        /** False: listed, but not for sale. */
        isActive: z.boolean().default(true),
      }),
    )
    .default([]),
  game: z.strictObject({
    /** Ascending in the catalogue. */
    order: z.number().default(100),
    isActive: z.boolean().default(true),
    inDevelop: z.boolean().default(false),
    frameUrl: z.url({ protocol: /^https?$/ }),
    framePermissions: z
      .array(z.enum(['fullscreen', 'autoplay', 'gamepad', 'clipboard-write']))
      .default(['fullscreen', 'autoplay']),
    cardBackgroundColor: Color,
    footerBackgroundColor: Color,
    cardImage: ContentPath,
    heroImage: ContentPath,
    /** Square, for phones. A fragment can crop an SVG: `#svgView(viewBox(550,0,900,900))`. */
    heroImageSmall: ContentPath,
    /** Source of the link preview image when `heroImage` is not SVG, PNG or JPEG. */
    shareArt: ContentPath.optional(),
    background: ContentPath,
    cardDescription: LocalizedText,
    fullDescription: LocalizedText,
    social: z.array(z.strictObject({ name: z.string(), icon: ContentPath, link: z.url() })).default([]),
    seo: SeoData,
    /** Images of the page of a game outside the catalogue, shown before the visitor confirms their age. */
    single: z
      .strictObject({
        backgroundFiles: upToTwo('for landscape screens, then for portrait ones'),
        popupFiles: upToTwo('for landscape screens, then for portrait ones'),
        verificationButtonFiles: upToTwo('for the yes button, then for the no button'),
      })
      .optional(),
  }),
})
export const ProjectFile = ProjectFields.refine(({ authType, host }) => authType !== 'redirect' || host, {
  path: ['host'],
  error: 'is required with authType: redirect, because results are sent there',
}).refine(({ verifyPlayers, webhookUrl }) => !verifyPlayers || webhookUrl, {
  path: ['webhookUrl'],
  error: 'is required with verifyPlayers: true, because the game server is asked there',
})
export type ProjectFile = z.infer<typeof ProjectFile>

/** `hub.yaml`: the operator's details and the settings of the specification's initial config. */
export const HubFile = z.strictObject({
  operator: z.strictObject({
    company: LocalizedText,
    address: LocalizedText,
    taxId: z.string().default(''),
    registrationNumber: z.string().default(''),
    supportEmail: z.email(),
    /** Where researchers report vulnerabilities, in `/.well-known/security.txt`. Default: `supportEmail`. */
    securityEmail: z.email().optional(),
    phone: z.string().default(''),
  }),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** The languages of the hub. Default: ru, en and those with a folder below `languages/`. */
  languages: z.array(Language).min(1).optional(),
  /** For visitors who want another language, and for texts of the content that lack one. */
  defaultLanguage: Language.default('en'),
})
export type HubFile = z.infer<typeof HubFile>

/**
 * Page metadata in `pages/{name}.yaml`, with overrides for a tenant's host in `pages/{tenant}/{name}.yaml`. Missing fields
 * fall back to the next more general file. `{game}` in a text is replaced by the game's name.
 */
export const PageFile = z
  .strictObject({
    title: LocalizedText,
    description: LocalizedText,
    keywords: LocalizedText,
    ogTitle: LocalizedText,
    ogDescription: LocalizedText,
    ogType: z.string(),
    ogImage: ContentPath,
    ogSiteName: z.string(),
    faviconImage: ContentPath,
    appleTouchImage: ContentPath,
  })
  .partial()
export type PageFile = z.infer<typeof PageFile>

/** `docs/{name}.{language}.md`: a first line `# Title`, then Markdown. */
export type DocumentFile = {
  name: string
  language: InterfaceLanguage
  title: string
  markdown: string
}

export type { LocalizedText } from '@playhub/contract'

export type Project = Omit<ProjectFile, 'items'> & { id: string; items: Item[] }
/** Ids are unique among all projects. */
export type Item = ProjectFile['items'][number] & { project: string }

export type Content = {
  hub: HubFile
  projects: Project[]
  /** By path below `pages/` without extension: `game`, `islandm3/game`. */
  pages: Map<string, PageFile>
  documents: DocumentFile[]
  languages: HubLanguages
}
