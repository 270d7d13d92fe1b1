/** The files below `content/` as zod schemas. Unknown fields are errors, so typos are found at startup. */
import {
  agentTypes,
  authMethods,
  currencies,
  defaultFramePermissions,
  framePermissions,
  gameControls,
  gameGenres,
  gameOrientations,
  hasVisibleText,
  type InterfaceLanguage,
  isInn,
  listShowableMethods,
  maxSaveKeys,
  paymentProviders,
  providerTerms,
  recognisedLanguages,
  saveKeyPattern,
  scoreFormats,
  vatRates,
} from '@playhub/contract'
import { gameEventName, maxGameEvents, portalEvents } from '@playhub/contract/insights/limits'
import { type Compat as PortalCompat, portalSdks } from '@playhub/contract/plays/portal-sdks'
import * as z from 'zod'
import { defaultBrand } from '../i18n/server-messages.ts'
import { Origin } from '../platform/http/origin.ts'
import { isTimeZone } from '../platform/time-zone.ts'
import { isUnique, Language, LocalizedText, Price, Slug, Text } from './fields.ts'
import { writeRule } from './files/content-rule.ts'
import type { HubLanguages } from './languages/languages.ts'
import { checkCharges } from './offers/check-charges.ts'
import { checkOffers } from './offers/check-offers.ts'
import { Contains, ItemLimit, Offers } from './offers/offer-fields.ts'

/** Each kind may have a file below `pages/`. */
export const pageKinds = ['default', 'catalogue', 'game', 'prices', 'document'] as const
export type PageKind = (typeof pageKinds)[number]

const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, writeRule('color'))
const ContentPath = z
  .string()
  .regex(/^\/(main_images|static_files)\/\S+$/, {
    error: ({ input }) => (/\s/.test(String(input)) ? writeRule('path-spaces') : writeRule('path-start')),
  })
  .meta({
    id: 'path',
    description: 'A path below `/main_images/` or `/static_files/` of the content folder.',
  })
const upToTwo = (places: 'screens' | 'buttons') => z.array(ContentPath).max(2, writeRule(places)).default([])
const Brand = z
  .string()
  .trim()
  .min(1)
  .max(30)
  .refine(hasVisibleText, writeRule('blank'))
  .regex(/^[^<>{}"\r\n]+$/, writeRule('brand'))
const PaymentMethods = z
  .strictObject({
    provider: z.enum(paymentProviders).describe('The provider. It must be configured.'),
    methods: z
      .array(z.string())
      .min(1)
      .describe(
        'Its methods: `card`, and `yooMoney` at YooKassa. `sbp`, `sberbank`, `tinkoff_bank` and `mir_pay` are named in addition where [your shop at YooKassa](legal.md#payment-methods) has them.',
      ),
  })
  .refine(
    ({ provider, methods }) => methods.every((method) => listShowableMethods(provider).includes(method)),
    writeRule('methods'),
  )
  .refine(
    ({ provider, methods }) =>
      methods.some((method) => providerTerms[provider].methods.some((m) => m === method)),
    writeRule('own-method'),
  )

const SeoData = z.strictObject({
  title: LocalizedText.optional().describe(
    'Title of the page, for search engines and browser tabs. Default: `name`.',
  ),
  description: LocalizedText.optional().describe(
    'Description for search engines and link previews. Default: `cardDescription`.',
  ),
  keywords: LocalizedText.optional().describe('Keywords, separated by commas.'),
  ogImage: ContentPath.optional().describe(
    'Link preview image, 1200×630. Default: drawn from the art and the name of the game.',
  ),
})

/** YAML reads 20 as a number. */
const Vat = z
  .union([z.enum(vatRates), z.number().transform(String).pipe(z.enum(vatRates))], {
    error: writeRule('vat', { rates: vatRates.join(', ') }),
  })
  .meta({ id: 'vat-rate', description: `A VAT rate: ${vatRates.map((rate) => `\`${rate}\``).join(', ')}.` })

const SupplierFields = z.strictObject({
  name: Text.describe('Name of the supplier, as in its contract with you.'),
  inn: z.string().refine(isInn, writeRule('inn')).describe('Its taxpayer number (INN), in quotation marks.'),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, writeRule('phone'))
    .describe('Its phone number, such as `"+79001234567"`.'),
})

const ItemFields = z.strictObject({
  id: Slug.describe('Unique among all projects. The game orders the item by it, so never change it.'),
  gameId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      "Its id in the game's code, such as `gold_100`: the game orders and finds the item by it. `id` works too. Default: `id`.",
    ),
  title: LocalizedText.describe('Name of the item.'),
  description: LocalizedText.default({}).describe('What the player gets.'),
  image: ContentPath.optional().describe('Picture of the item, square. Default: a drawn stone.'),
  imageAlt: LocalizedText.optional().describe('What `image` shows, for players who do not see it.'),
  price: Price.describe('In roubles and dollars, such as 2.49. One of them is enough.'),
  once: z
    .boolean()
    .default(false)
    .describe('Bought once and kept, such as a skin. A player who owns it cannot buy it again.'),
  isActive: z.boolean().default(true).describe('`false`: listed, but not for sale.'),
  contains: Contains.optional(),
  limit: ItemLimit.optional(),
  vat: Vat.optional().describe(
    'VAT rate on [fiscal receipts](legal.md#receipts-54-fz). Default: `…_RECEIPT_VAT` of the provider.',
  ),
})

/** `id` is unique among all projects, which another check sees to; `gameId` within the project. */
function refuseSharedGameIds(items: z.output<typeof ItemFields>[], context: z.RefinementCtx): void {
  const taken = new Set(items.map(({ id }) => id))
  for (const [index, { id, gameId }] of items.entries()) {
    if (gameId === undefined || gameId === id) continue
    if (taken.has(gameId)) {
      const message = writeRule('game-id', { id: gameId })
      context.addIssue({ code: 'custom', path: [index, 'gameId'], message })
    }
    taken.add(gameId)
  }
}

const Day = z.iso.date(writeRule('date'))

const maxScore = 1_000_000_000_000
const fixedPeriods = ['daily', 'weekly', 'all'] as const
const Limit = z.int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
const Writer = z.enum(['client', 'server'])

const BoardFields = z
  .strictObject({
    id: Slug.describe('The game submits scores by it, so never change it.'),
    aliases: z
      .array(z.string().min(1).max(64))
      .max(10)
      .default([])
      .describe("Other names of this leaderboard in the game's code, such as those of a foreign SDK."),
    title: LocalizedText.describe('Name of the leaderboard.'),
    order: z
      .enum(['descending', 'ascending'])
      .default('descending')
      .describe('`ascending`: less is better, as for times.'),
    keep: z
      .enum(['best', 'latest', 'sum'])
      .default('best')
      .describe("Which of a player's scores counts: the best, the latest, or all together."),
    format: z
      .enum(scoreFormats)
      .default('number')
      .describe('How players read a score. A `time` is in milliseconds.'),
    decimals: z
      .int()
      .min(0)
      .max(3)
      .default(0)
      .describe('How many of the last digits are decimals: with 2, the score 1234 reads 12.34.'),
    periods: z
      .array(z.enum(fixedPeriods))
      .min(1)
      .default([...fixedPeriods])
      .describe('Days begin at midnight UTC, weeks on Monday.'),
    seasons: z
      .array(
        z
          .strictObject({
            id: Slug.refine(
              (id) => !fixedPeriods.some((period) => period === id),
              writeRule('fixed-period'),
            ).describe('Never change it.'),
            title: LocalizedText.describe('Name of the season.'),
            from: Day.describe('Its first day, in UTC.'),
            to: Day.describe('The day after its last one.'),
          })
          .refine(({ from, to }) => from < to, {
            path: ['to'],
            error: writeRule('after', { other: 'from' }),
          }),
      )
      .max(100)
      .default([])
      .describe('Periods of your own.'),
    submit: Writer.default('client').describe("`server`: only the game's server submits scores."),
    min: Limit.default(0).describe('Lower scores are refused.'),
    max: Limit.default(maxScore).describe('Higher scores are refused.'),
    cooldownSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(2)
      .describe("Between two scores of a player. The game's server may submit at any time."),
    minPlaySeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(0)
      .describe("From the start of the play to its first score. Not for the game's server."),
    maxPerMinute: z
      .number()
      .positive()
      .optional()
      .describe(
        "The score divided by the minutes of the play; with `keep: sum`, by the minutes since the last score. Not for the game's server. Default: no limit.",
      ),
  })
  .refine(({ min, max }) => min < max, { path: ['max'], error: writeRule('more', { other: 'min' }) })
  .refine(({ keep, min }) => keep !== 'sum' || min >= 0, {
    path: ['min'],
    error: writeRule('sum-negative'),
  })
  .refine(({ order, maxPerMinute }) => order === 'descending' || maxPerMinute === undefined, {
    path: ['maxPerMinute'],
    error: writeRule('descending'),
  })
  .refine(({ seasons }) => isUnique(seasons.map(({ id }) => id)), {
    path: ['seasons'],
    error: writeRule('ids'),
  })

const AchievementFields = z.strictObject({
  id: Slug.describe('The game unlocks the achievement by it, so never change it.'),
  title: LocalizedText.describe('Name of the achievement.'),
  description: LocalizedText.default({}).describe('What the player has to do.'),
  icon: ContentPath.optional().describe('Its picture, square. Default: a medal.'),
  points: z.int().min(0).max(1000).default(10).describe('A game has 1,000 at most.'),
  steps: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(1)
    .describe('The game reports progress up to this number, such as 100 castles.'),
  isHidden: z
    .boolean()
    .default(false)
    .describe('`true`: players do not see what it is until they have unlocked it.'),
  unlock: Writer.default('client').describe("`server`: only the game's server unlocks it."),
})

const maxPoints = 1000

const Single = z.strictObject({
  backgroundFiles: upToTwo('screens').describe('Backgrounds: for landscape screens, then for portrait ones.'),
  popupFiles: upToTwo('screens').describe(
    'Backgrounds of the question: for landscape screens, then for portrait ones.',
  ),
  verificationButtonFiles: upToTwo('buttons').describe('Buttons: yes, then no.'),
})

const Minutes = z.int().min(1).max(600)
const Session = z
  .strictObject({
    from: Minutes.describe('Minutes of a short session.'),
    to: Minutes.describe('Minutes of a long session.'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: writeRule('not-less', { other: 'from' }) })

const NetworkHost = z
  .string()
  .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, writeRule('network-host'))

const Compat = z
  .union([
    z.enum(portalSdks),
    z.strictObject({
      sdk: z.enum(portalSdks),
      platform: z
        .string()
        .regex(/^[a-z_]{1,40}$/, writeRule('sdk-id'))
        .optional()
        .describe('For `playgama`. Default: `playgama`.'),
    }),
  ])
  .transform((given): PortalCompat => (typeof given === 'string' ? { sdk: given } : given))
const SaveFields = z.strictObject({
  mode: z
    .enum(['sdk', 'auto'])
    .default('sdk')
    .describe(
      '`auto`: saves the `localStorage` and IndexedDB of the game. `sdk`: the game saves by the SDK.',
    ),
  serverKeys: z
    .array(z.string().regex(saveKeyPattern))
    .max(maxSaveKeys)
    .default([])
    .describe('Keys that only the game server writes.'),
})

const EventName = z
  .string()
  .regex(gameEventName, writeRule('event-name'))
  .refine((name) => !portalEvents.some((known) => known === name), {
    error: ({ input }) => writeRule('event-known', { id: String(input) }),
  })

const ScreenshotFields = z.strictObject({
  image: ContentPath.describe('The picture.'),
  alt: LocalizedText.optional().describe('What it shows.'),
})

const GameFields = z.strictObject({
  order: z.number().default(100).describe('Position in the catalogue, ascending.'),
  isActive: z.boolean().default(true).describe('`false`: the game is hidden and cannot be played.'),
  inDevelop: z.boolean().default(false).describe('Announced, but cannot be played, and nothing is sold.'),
  frameUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The address of the game, opened in a frame. Default: the build that is published to this hub.',
    ),
  network: z
    .union([z.literal('open'), z.array(NetworkHost)])
    .default('open')
    .describe(
      'Hosts that a build of this hub may load from and send to, such as `[code.jquery.com, "*.example.org"]`; `[]`: none but its own files.',
    ),
  isolated: z
    .boolean()
    .default(false)
    .describe(
      '`true` gives a build of this hub `SharedArrayBuffer`, which exports with threads need. In Chromium only.',
    ),
  compat: Compat.optional().describe(
    'The portal whose SDK a build of this hub was made for, such as `yandex`; the hub replaces it. `{ sdk: playgama, platform: yandex }`: what the SDK says it runs on.',
  ),
  breaks: z
    .enum(['none', 'own-games'])
    .default('none')
    .describe(
      'What is shown where the game asks for an advert: nothing, or [other games of this hub](hosting-games.md#breaks) for five seconds.',
    ),
  framePermissions: z
    .array(z.enum(framePermissions))
    .default([...defaultFramePermissions])
    .describe('What the frame may do: see [permissions of the frame](#permissions-of-the-frame).'),
  saves: z
    .union([z.literal('auto').transform((mode) => SaveFields.parse({ mode })), SaveFields], {
      error: writeRule('saves', { limit: String(maxSaveKeys) }),
    })
    .prefault({})
    .describe(
      '`auto`: what a build of this hub keeps in `localStorage` and IndexedDB follows the player. `{serverKeys: [inventory]}`: saves that only the game server writes. Both: `{mode: auto, serverKeys: [inventory]}`.',
    ),
  events: z
    .array(EventName)
    .max(maxGameEvents)
    .default([])
    .refine(isUnique, { error: writeRule('event-names') })
    .describe(
      'Names that the game counts with `Playhub.track`, such as `[level-done, boss-lost]`. Others are not counted. See [events](../insights.md#events).',
    ),
  orientation: z
    .enum(gameOrientations)
    .default('any')
    .describe('How a phone is held to play. Held otherwise, the player is asked to turn it.'),
  cardBackgroundColor: Color.optional().describe(
    'The colour of the game, such as that of its card. Default: a colour that the id decides.',
  ),
  footerBackgroundColor: Color.optional().describe(
    'The dark colour of the game, behind its footer and in link previews. Default: a colour that the id decides.',
  ),
  cardImage: ContentPath.optional().describe('Art of the card. Default: drawn with the name.'),
  heroImage: ContentPath.optional().describe(
    'Art of the page of the game, wide. Default: drawn with the initials.',
  ),
  heroImageAlt: LocalizedText.optional().describe('What `heroImage` shows, for players who do not see it.'),
  heroImageSmall: ContentPath.optional().describe(
    'Square art for phones. A fragment can crop an SVG: `#svgView(viewBox(550,0,900,900))`. Default: `heroImage`.',
  ),
  shareArt: ContentPath.optional().describe('Art of the link preview image. Default: `heroImage`.'),
  background: ContentPath.optional().describe('Background of the page of the game. Default: drawn.'),
  screenshots: z
    .array(z.union([ContentPath, ScreenshotFields]))
    .max(8, 'takes at most eight images')
    .default([])
    .describe(
      'Pictures of the running game, 16:9, on its page. `{ image: …, alt: { en: … } }` says what one shows, for players who do not see it.',
    ),
  cardDescription: LocalizedText.optional().describe('One sentence on the card.'),
  fullDescription: LocalizedText.optional().describe(
    'The description on the page of the game. Default: `cardDescription`.',
  ),
  howToPlay: z
    .array(LocalizedText)
    .max(6, 'takes at most six steps')
    .default([])
    .describe('How to play, step by step.'),
  genres: z
    .array(z.enum(gameGenres))
    .max(3, 'takes at most three genres')
    .default([])
    .describe('The main genre first: cards show it, and players filter by all.'),
  tags: z
    .partialRecord(z.enum(recognisedLanguages), z.array(z.string().trim().min(1).max(40)).max(20))
    .default({})
    .describe('Words by which players find the game, in each language, such as `en: [match three]`.'),
  session: Session.optional().describe('How long one session takes, in minutes.'),
  controls: z.array(z.enum(gameControls)).default([]).describe('What the game is played with.'),
  languages: z.array(Language).default([]).describe('Languages that the game itself speaks.'),
  age: z
    .int()
    .min(0)
    .max(21)
    .optional()
    .describe(
      'Age rating: `12` is shown as 12+. From 18 on, the visitor must confirm their age before the game opens.',
    ),
  addedOn: Day.optional().describe('Day on which the game opened. Its card says "New" for 30 days.'),
  updatedOn: Day.optional().describe('Day of the last big update. Its card says "Updated" for 14 days.'),
  social: z
    .array(
      z.strictObject({
        name: Text.describe('Name of the network.'),
        icon: ContentPath.describe('Its icon.'),
        link: z.url().describe('Address of the profile.'),
      }),
    )
    .default([])
    .describe('Links to social networks.'),
  seo: SeoData.default({}).describe('Metadata of the page of the game.'),
  single: Single.optional().describe(
    'Images of the page of a game outside the catalogue, shown before the visitor confirms their age.',
  ),
})

const ProjectFields = z.strictObject({
  name: LocalizedText.describe('Name of the game.'),
  brand: Brand.optional().describe(
    'The name that pages on a host of this project show in place of that of the hub.',
  ),
  defaultLanguage: Language.optional().describe(
    'Texts that lack a language are shown in this one. Default: that of `hub.yaml`.',
  ),
  logo: ContentPath.optional().describe('Logo of the game, square. Default: drawn with the initials.'),
  authType: z
    .enum(['postMessage', 'redirect'])
    .default('postMessage')
    .describe('How a login in a window of the game is returned: by a message, or by a redirect to `host`.'),
  authMethods: z
    .array(z.enum(authMethods))
    .default([])
    .describe('Ways to log in for this project. Empty: all that are configured.'),
  paymentsMethods: z
    .array(PaymentMethods)
    .optional()
    .describe(
      'Payment providers in the order in which they are offered. Empty: nothing is sold. Default: all that are configured.',
    ),
  origins: z
    .array(Origin)
    .optional()
    .describe(
      'Origins of the game, which may open the hub and receive its messages. Default: that of `game.frameUrl`.',
    ),
  host: Origin.nullable()
    .default(null)
    .describe('The origin that receives results with `authType: redirect`.'),
  outOfCatalog: z
    .boolean()
    .default(false)
    .describe('Not in the catalogue, and shown only after the visitor has confirmed their age.'),
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null)
    .describe(
      'Receives signed webhooks about payments. The game page of the console and `npm run hub -- secrets create <project>` make its secret.',
    ),
  supportEmail: z
    .email()
    .optional()
    .describe('Receives support requests about the game. Default: that of `hub.yaml`.'),
  verifyPlayers: z
    .boolean()
    .default(false)
    .describe('Whether the game server may refuse a player before each payment. Needs `webhookUrl`.'),
  agent: z
    .enum(agentTypes)
    .optional()
    .describe(
      'How you sell for the supplier, on [fiscal receipts](legal.md#receipts-54-fz). Needs `supplier`. Default: you sell your own goods.',
    ),
  supplier: SupplierFields.optional().describe('Whom you sell for, on fiscal receipts. Needs `agent`.'),
  items: z.array(ItemFields).default([]).superRefine(refuseSharedGameIds).describe('What is sold.'),
  offers: Offers,
  leaderboards: z
    .array(BoardFields)
    .max(50)
    .default([])
    .refine((boards) => isUnique(boards.flatMap(({ id, aliases }) => [id, ...aliases])), {
      error: writeRule('aliases'),
    })
    .describe('Where players compare their scores: see [leaderboards](../leaderboards.md).'),
  achievements: z
    .array(AchievementFields)
    .max(200)
    .default([])
    .refine((achievements) => isUnique(achievements.map(({ id }) => id)), {
      error: writeRule('ids'),
    })
    .refine((achievements) => achievements.reduce((sum, { points }) => sum + points, 0) <= maxPoints, {
      error: writeRule('points', { limit: String(maxPoints) }),
    })
    .describe('What players can unlock in the game.'),
  game: GameFields.prefault({} as z.input<typeof GameFields>).describe('The game and its page.'),
})
export const ProjectFile = ProjectFields.refine(({ authType, host }) => authType !== 'redirect' || host, {
  path: ['host'],
  error: writeRule('redirect-host'),
})
  .refine(({ verifyPlayers, webhookUrl }) => !verifyPlayers || webhookUrl, {
    path: ['webhookUrl'],
    error: writeRule('verify-url'),
  })
  .refine(({ agent, supplier }) => !agent || supplier, {
    path: ['supplier'],
    error: writeRule('agent-supplier', { other: 'agent' }),
  })
  .refine(({ agent, supplier }) => !supplier || agent, {
    path: ['agent'],
    error: writeRule('agent-supplier', { other: 'supplier' }),
  })
  .superRefine(checkOffers)
  .superRefine(checkCharges)
export type ProjectFile = z.infer<typeof ProjectFile>

/** `hub.yaml`: the operator's details and the settings in the specification's initial config. */
export const HubFile = z.strictObject({
  brand: Brand.default(defaultBrand).describe(
    'The name of the hub in every text: pages, emails, receipts, link previews and the names of passkeys.',
  ),
  operator: z
    .strictObject({
      company: LocalizedText.describe('Name of the company.'),
      address: LocalizedText.describe('Address of the company.'),
      taxId: z.string().default('').describe('Tax number, such as ИНН. Empty: omitted.'),
      registrationNumber: z
        .string()
        .default('')
        .describe('Registration number of the company, such as ОГРН. Empty: omitted.'),
      supportEmail: z.email().describe('Receives support requests. Shown in documents and emails.'),
      securityEmail: z
        .email()
        .optional()
        .describe(
          'Where researchers report vulnerabilities, in `/.well-known/security.txt`. Default: `supportEmail`.',
        ),
      phone: z.string().default('').describe('Telephone number. Empty: omitted.'),
    })
    .describe('The operator of the hub, as shown in the footer, in documents and on receipts.'),
  settings: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .describe(
      'Settings of the initial config. `failedAttemptLimit`: failed logins before a captcha is needed. `backgroundColor`: background of every page in both themes, such as `"#0f1220"`; text and surfaces follow its brightness. Empty: the themes’ own.',
    ),
  languages: z
    .array(Language)
    .min(1)
    .optional()
    .describe('The languages of the hub. Default: ru, en and those with a folder below `languages/`.'),
  timeZone: z
    .string()
    .refine(isTimeZone, writeRule('time-zone'))
    .default('UTC')
    .describe('Where the business days of sales and reports begin at midnight, such as `Europe/Moscow`.'),
  console: z
    .strictObject({
      refundLimits: z
        .partialRecord(z.enum(currencies), z.number().positive())
        .default({})
        .describe(
          'What operators with the role support may refund or give away for one order, all parts and gifts together, by currency in roubles or dollars, such as `{RUB: 5000, USD: 60}`. A currency that is missing beside another cannot be refunded by them. Empty: no limit.',
        ),
      refundLimitsPerDay: z
        .partialRecord(z.enum(currencies), z.number().positive())
        .default({})
        .describe(
          'The same for one operator and a day of `timeZone`. Money in one currency uses up the same share of the limits in the others. Default: `refundLimits`.',
        ),
      refundHoldMinutes: z
        .int()
        .min(0)
        .max(1440)
        .default(0)
        .describe('Operators’ refunds are sent that many minutes later, and can be undone until then.'),
      limits: z
        .strictObject({
          grantsPerDay: z
            .int()
            .positive()
            .default(20)
            .describe(
              'Items that an operator with the role support may give away on a day of `timeZone`. A full refund after which the player keeps the item counts as one.',
            ),
        })
        .default({ grantsPerDay: 20 })
        .describe('Further limits of the role support.'),
      producersPublish: z
        .boolean()
        .default(false)
        .describe(
          '`true`: producers publish the content of their own projects. Default: an owner publishes.',
        ),
    })
    .default({
      refundLimits: {},
      refundLimitsPerDay: {},
      refundHoldMinutes: 0,
      limits: { grantsPerDay: 20 },
      producersPublish: false,
    })
    .describe('The operators’ console.'),
  legal: z
    .strictObject({
      consents: z
        .enum(['off', 'required'])
        .default('off')
        .describe(
          '`required`: no account without a stored consent to the processing of personal data. See [legal](legal.md#consents).',
        ),
      withdrawal: z
        .enum(['none', 'waiver', 'refund'])
        .default('none')
        .describe(
          'The right of withdrawal (EU). `waiver`: players waive it before they pay. `refund`: players get the money for unconsumed items back by themselves for 14 days. See [legal](legal.md).',
        ),
    })
    .default({ consents: 'off', withdrawal: 'none' })
    .describe('What the law requires where the hub is offered.'),
  rounding: z
    .partialRecord(z.enum(currencies), z.number().positive().max(1000))
    .default({})
    .describe(
      'Prices of sales in percent are rounded to a multiple of this, half up, such as `{RUB: 1, USD: 0.05}`. Default: to a kopeck or a cent.',
    ),
  payments: z
    .strictObject({
      rememberCards: z
        .enum(['off', 'on'])
        .default('off')
        .describe(
          'With `on`, players may let Stripe and YooKassa remember a card, and pay with one press the next time.',
        ),
    })
    .default({ rememberCards: 'off' })
    .describe('Payments.'),
  insights: z
    .enum(['off', 'on'])
    .default('on')
    .describe(
      'With `off`, nothing is counted and the pages of players send nothing for it. See [insights](insights.md).',
    ),
  defaultLanguage: Language.default('en').describe(
    'For visitors who want another language, and for texts of the content that lack one.',
  ),
})
export type HubFile = z.infer<typeof HubFile>

/**
 * Page metadata in `pages/{name}.yaml`, with overrides for a tenant's host in `pages/{tenant}/{name}.yaml`. Missing
 * fields fall back to the next more general file. `{game}` and `{brand}` in a text are replaced by the game's and the
 * hub's name.
 */
export const PageFile = z
  .strictObject({
    title: LocalizedText.describe('Title of the page.'),
    description: LocalizedText.describe('Description for search engines.'),
    keywords: LocalizedText.describe('Keywords, separated by commas.'),
    ogTitle: LocalizedText.describe('Title of link previews. Default: `title`.'),
    ogDescription: LocalizedText.describe('Description of link previews. Default: `description`.'),
    ogType: z.string().describe('Type of link previews. Default: `website`.'),
    ogImage: ContentPath.describe('Link preview image, 1200×630.'),
    ogSiteName: z.string().describe('Name of the site in link previews. Default: `brand`.'),
    faviconImage: ContentPath.describe('Icon of the browser tab.'),
    appleTouchImage: ContentPath.describe('Icon on the home screen of a phone.'),
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

/** A project with a default for what its file leaves out, the address of its game included: see `completeProject`. */
export type Project = Complete<
  Omit<ProjectFile, 'items' | 'game'>,
  'logo' | 'origins' | 'paymentsMethods'
> & {
  id: string
  items: Item[]
  game: Complete<
    Omit<ProjectFile['game'], 'seo'>,
    | 'frameUrl'
    | 'cardBackgroundColor'
    | 'footerBackgroundColor'
    | 'cardImage'
    | 'heroImage'
    | 'heroImageSmall'
    | 'background'
    | 'cardDescription'
    | 'fullDescription'
  > & { seo: Complete<ProjectFile['game']['seo'], 'title' | 'description' | 'keywords'> }
}
/** Ids and aliases are unique in the project. */
export type Board = ProjectFile['leaderboards'][number]
export type AchievementRules = ProjectFile['achievements'][number]
/** Ids are unique among all projects. */
export type Item = Complete<ProjectFile['items'][number], 'image'> & { project: string }

/** A project file with the address of its game. */
export type LocatedProjectFile = ProjectFile & { game: { frameUrl: string } }

type Complete<Fields, Name extends keyof Fields> = Omit<Fields, Name> & Required<Pick<Fields, Name>>

export type Content = {
  hub: HubFile
  projects: Project[]
  /** Keyed by path below `pages/` without extension: `game`, `islandm3/game`. */
  pages: Map<string, PageFile>
  documents: DocumentFile[]
  languages: HubLanguages
}
