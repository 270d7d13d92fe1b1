/**
 * What an operator writes below `content/`, as zod reads it. Unknown fields are refused, so that a misspelt one is
 * found at the start and not by a player.
 */
import { authMethods, type interfaceLanguages, paymentProviders, providerTerms } from '@playhub/contract'
import * as z from 'zod'

const Words = z.strictObject({ ru: z.string().min(1), en: z.string().min(1) })
export type Words = z.infer<typeof Words>

const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1b2a4a')
const ContentPath = z
  .string()
  .regex(/^\/(main_images|static_files)\/\S+$/, 'must begin with /main_images/ or /static_files/')
const upToTwo = (places: string) =>
  z.array(ContentPath).max(2, `takes two pictures at most: ${places}`).default([])
const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens')
const Origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => new URL(value).origin === value,
    'must be an origin: scheme, host and port, nothing after it',
  )

/** Major units in the file ("199" or 2.49), minor units from here on. */
const Price = z
  .number()
  .positive()
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'must have two decimals at most')
  .transform((value) => Math.round(value * 100))

const PaymentMethods = z
  .strictObject({ provider: z.enum(paymentProviders), methods: z.array(z.string()).min(1) })
  .refine(
    ({ provider, methods }) =>
      methods.every((method) => providerTerms[provider].methods.some((m) => m === method)),
    'names a method that this provider does not have',
  )

const SeoData = z.strictObject({
  title: Words,
  description: Words,
  keywords: Words,
  /** The picture of link previews, 1200×630; one with the game's art and name is made when it is left out. */
  ogImage: ContentPath.optional(),
})

const ProjectFields = z.strictObject({
  name: Words,
  logo: ContentPath,
  authType: z.enum(['postMessage', 'redirect']).default('postMessage'),
  authMethods: z.array(z.enum(authMethods)).default([]),
  paymentsMethods: z.array(PaymentMethods).default([]),
  origins: z.array(Origin).default([]),
  /** Where results go with `authType: redirect`. */
  host: Origin.nullable().default(null),
  outOfCatalog: z.boolean().default(false),
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** Where players' requests about this game go; the hub's own address when left out. */
  supportEmail: z.email().optional(),
  /** Whether the game is asked before each payment: it may refuse a player. */
  verifyPlayers: z.boolean().default(false),
  items: z
    .array(
      z.strictObject({
        id: Slug,
        title: Words,
        description: Words,
        image: ContentPath,
        price: z.strictObject({ RUB: Price, USD: Price }),
      }),
    )
    .default([]),
  game: z.strictObject({
    /** Lower comes first in the catalogue. */
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
    /** Square, for phones. A fragment cuts the square from a drawing: `#svgView(viewBox(550,0,900,900))`. */
    heroImageSmall: ContentPath,
    /** What link previews are drawn from when `heroImage` is no SVG, PNG or JPEG. */
    shareArt: ContentPath.optional(),
    background: ContentPath,
    cardDescription: Words,
    fullDescription: Words,
    social: z.array(z.strictObject({ name: z.string(), icon: ContentPath, link: z.url() })).default([]),
    seo: SeoData,
    /** Pictures of the page of a game outside the catalogue. Visitors see them before they have told their age. */
    single: z
      .strictObject({
        backgroundFiles: upToTwo('for wide screens, then for upright ones'),
        popupFiles: upToTwo('for wide screens, then for upright ones'),
        verificationButtonFiles: upToTwo('beside yes, then beside no'),
      })
      .optional(),
  }),
})
export const ProjectFile = ProjectFields.refine(({ authType, host }) => authType !== 'redirect' || host, {
  path: ['host'],
  error: 'must be given with authType: redirect, because results are sent there',
}).refine(({ verifyPlayers, webhookUrl }) => !verifyPlayers || webhookUrl, {
  path: ['webhookUrl'],
  error: 'must be given with verifyPlayers: true, because the game is asked there',
})
export type ProjectFile = z.infer<typeof ProjectFile>

/** `hub.yaml`: who runs this hub, and the settings of the specification's initial config. */
export const HubFile = z.strictObject({
  operator: z.strictObject({
    company: Words,
    address: Words,
    taxId: z.string().default(''),
    registrationNumber: z.string().default(''),
    supportEmail: z.email(),
    phone: z.string().default(''),
  }),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
})
export type HubFile = z.infer<typeof HubFile>

/**
 * `pages/{name}.yaml`: metadata of a page, and `pages/{tenant}/{name}.yaml`: what differs on the host of a tenant. What a
 * file leaves out, the next wider one says. `{game}` in a text stands for the game's name.
 */
export const PageFile = z
  .strictObject({
    title: Words,
    description: Words,
    keywords: Words,
    ogTitle: Words,
    ogDescription: Words,
    ogType: z.string(),
    ogImage: ContentPath,
    ogSiteName: z.string(),
    faviconImage: ContentPath,
    appleTouchImage: ContentPath,
  })
  .partial()
export type PageFile = z.infer<typeof PageFile>

/** `docs/{name}.{language}.md`: a title in the front line (`# Title`) and Markdown below it. */
export type DocumentFile = {
  name: string
  language: (typeof interfaceLanguages)[number]
  title: string
  markdown: string
}

export type Project = Omit<ProjectFile, 'items'> & { id: string; items: Item[] }
/** What a project sells. Its id is unique among all projects. */
export type Item = ProjectFile['items'][number] & { project: string }

export type Content = {
  hub: HubFile
  projects: Project[]
  /** By the file's place below `pages/`, without its ending: `game`, `islandm3/game`. */
  pages: Map<string, PageFile>
  documents: DocumentFile[]
}
