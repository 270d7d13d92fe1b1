import * as z from 'zod'
import { gameBadges, gameControls, gameGenres } from './catalogue.ts'
import { recognisedLanguages } from './languages.ts'
import { currencies } from './money.ts'
import {
  authMethods,
  authTypes,
  orderStatuses,
  paymentProviders,
  saleStates,
  wallets,
} from './payment-methods.ts'
import { ticketAuthors, ticketReasons, ticketStates } from './tickets.ts'

/** Envelope for most responses (specification §7: `data.result`). */
export const result = <T extends z.ZodType>(shape: T) => z.object({ data: z.object({ result: shape }) })

export const ByLanguage = z
  .partialRecord(z.enum(recognisedLanguages), z.string())
  .describe('By language; the first one replaces those that are missing')

export const Id = z.string().min(1).max(64)
/** An instant as integer milliseconds since the Unix epoch. */
export const Instant = z.int()
export const AmountMinor = z.int().describe('Kopecks or cents')
const CurrencyCode = z.enum(currencies)

export const LoggedIn = z
  .object({
    jwt: z.string(),
    userId: Id,
    nickName: z.string(),
    currentAuthType: z.enum(authTypes),
    session: z.string().describe('The hub session of this login, or an empty string'),
    consentRequired: z
      .literal(true)
      .optional()
      .describe(
        'The player must consent (`POST /me/consents`) before they go on; until then without session',
      ),
  })
  .meta({ id: 'LoggedIn' })
export type LoggedIn = z.infer<typeof LoggedIn>

export const Me = z
  .object({
    userId: Id,
    nickName: z.string(),
    currentAuthType: z.enum(authTypes),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    receiptEmail: z.string().nullable(),
    hasPassword: z.boolean(),
    createdAt: Instant,
    deletionAt: Instant.nullable().describe(
      'When the account will be deleted; null unless the player requested it',
    ),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

/** The browser's id for a social login flow, from the time and random text. */
export const AuthStateId = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .describe('16 to 64 letters, digits, hyphens or underscores; valid for one flow')

export const AuthStateSet = z.object({
  data: z.object({
    result: z.literal(true),
    verifier: z.string().describe('A secret: only its holder can read the result of the flow'),
  }),
})

export const authStateStatuses = [
  'waiting',
  'consent-required',
  'signed-in',
  'linked',
  'confirmed',
  'cancelled',
  'failed',
] as const

export const consentPurposes = ['personal-data', 'offer'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

export const Consent = z
  .object({
    purpose: z.enum(consentPurposes),
    document: z.string().describe('The name of the document'),
    sha256: z
      .string()
      .nullable()
      .describe("Of the document's Markdown as the player saw it; null if the hub had none"),
    language: z.string().describe('The language of the document'),
    givenAt: Instant,
    withdrawnAt: Instant.nullable(),
  })
  .meta({ id: 'Consent' })
export type Consent = z.infer<typeof Consent>

/** Social login flow state. */
export const AuthState = z
  .object({
    status: z.enum(authStateStatuses),
    result: LoggedIn.nullable().describe('Present when logged in'),
    errorCode: z.number().nullable().describe('The event code of a failed flow'),
  })
  .meta({ id: 'AuthState' })
export type AuthState = z.infer<typeof AuthState>

export const Identity = z
  .object({
    provider: z.enum(authMethods),
    label: z.string().nullable().describe('An email address or a name, as the provider reports it'),
    linkedAt: Instant,
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

export const LoginSession = z
  .object({
    id: Id,
    authType: z.enum(authTypes),
    userAgent: z.string(),
    createdAt: Instant,
    lastSeenAt: Instant.describe('Rounded to the hour'),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'LoginSession' })
export type LoginSession = z.infer<typeof LoginSession>

export const accountChangeKinds = [
  'identity-linked',
  'identity-unlinked',
  'passkey-added',
  'passkey-removed',
  'second-factor-added',
  'second-factor-removed',
  'recovery-codes-renewed',
  'password-changed',
  'deletion-requested',
] as const

export const RecentChanges = z
  .object({
    changes: z.array(z.object({ kind: z.enum(accountChangeKinds), changedAt: Instant })),
    undoAt: Instant.nullable().describe(
      'When an undo that was requested by email takes effect; null without one',
    ),
  })
  .meta({ id: 'RecentChanges' })
export type RecentChanges = z.infer<typeof RecentChanges>

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable().describe('Null when it was never used to log in'),
    isSynced: z.boolean().describe("Whether the player's other devices have it, too"),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

/** An account's authenticator app. */
export const TwoFactor = z
  .object({
    addedAt: Instant.nullable().describe('Null when there is none'),
    recoveryCodesLeft: z.int(),
  })
  .meta({ id: 'TwoFactor' })
export type TwoFactor = z.infer<typeof TwoFactor>

export const TwoFactorSetup = z
  .object({
    secret: z.string().describe('Base32, to be typed into an authenticator app'),
    uri: z.string().describe('The `otpauth:` address, to be shown as a QR code'),
  })
  .meta({ id: 'TwoFactorSetup' })
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>

const base64Url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength)
const credential = {
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: z.literal('public-key'),
}

/** A WebAuthn `RegistrationResponseJSON`. */
export const PasskeyAttestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url(4096),
      attestationObject: base64Url(16_384),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,32}$/))
        .max(8)
        .optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' })
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

/** A WebAuthn `AuthenticationResponseJSON`. */
export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url(4096),
      authenticatorData: base64Url(4096),
      signature: base64Url(4096),
      userHandle: base64Url(128).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

export const PasskeyCreationOptions = z
  .looseObject({ challenge: z.string() })
  .describe('WebAuthn `PublicKeyCredentialCreationOptionsJSON`')
  .meta({ id: 'PasskeyCreationOptions' })

export const PasskeyRequestOptions = z
  .looseObject({ challenge: z.string() })
  .describe('WebAuthn `PublicKeyCredentialRequestOptionsJSON`')
  .meta({ id: 'PasskeyRequestOptions' })

/** A player's data export: one section per record type. */
export const PersonalData = z
  .object({ exportedAt: Instant, sections: z.record(z.string(), z.unknown()) })
  .meta({ id: 'PersonalData' })
export type PersonalData = z.infer<typeof PersonalData>

export const GameToken = z.object({ token: z.string(), expiresAt: Instant }).meta({ id: 'GameToken' })
export type GameToken = z.infer<typeof GameToken>

export const CaptchaChallenge = z
  .looseObject({})
  .describe('An altcha v2 challenge')
  .meta({ id: 'CaptchaChallenge' })

export const ProjectConfig = z
  .object({
    id: z.string(),
    name: ByLanguage,
    authType: z.enum(['postMessage', 'redirect']),
    authMethods: z.array(z.enum(authMethods)).describe('Empty: all'),
    paymentsMethods: z.array(z.object({ provider: z.enum(paymentProviders), methods: z.array(z.string()) })),
    origins: z.array(z.string()).describe('Origins whose windows may talk to the hub'),
    host: z.string().nullable().describe('The origin that receives results when `authType` is `redirect`'),
    mainData: z.object({
      outOfCatalog: z.boolean(),
      isActive: z.boolean().describe('`false`: the game is hidden and cannot be played'),
    }),
  })
  .meta({ id: 'ProjectConfig' })
export type ProjectConfig = z.infer<typeof ProjectConfig>

export const InitialConfig = z
  .object({
    projects: z.array(ProjectConfig),
    settings: z.array(z.object({ id: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })),
    supportEmail: z.string(),
  })
  .meta({ id: 'InitialConfig' })
export type InitialConfig = z.infer<typeof InitialConfig>

export const SeoData = z
  .object({ title: ByLanguage, description: ByLanguage, keywords: ByLanguage, ogImage: z.string() })
  .meta({ id: 'SeoData' })
export type SeoData = z.infer<typeof SeoData>

/** Permissions Policy features for a project's game frame. None allows a game to navigate the hub's page. */
export const frameFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-write',
  'fullscreen',
  'gamepad',
  'gyroscope',
  'microphone',
  'screen-wake-lock',
  'web-share',
  'xr-spatial-tracking',
] as const

/** Permissions lifting a frame sandbox restriction. */
export const frameSandboxPermissions = ['downloads', 'modals', 'orientation-lock', 'popups'] as const

/** A project's possible permissions. */
export const framePermissions = [...frameFeatures, ...frameSandboxPermissions] as const
export type FramePermission = (typeof framePermissions)[number]

/**
 * Usual, harmless permissions. Camera, microphone, XR, pop-ups and downloads only by name, and `web-share`, of which
 * Chromium on Linux complains in the console.
 */
export const defaultFramePermissions = [
  'accelerometer',
  'autoplay',
  'clipboard-write',
  'fullscreen',
  'gamepad',
  'gyroscope',
  'orientation-lock',
  'screen-wake-lock',
] as const satisfies FramePermission[]

/** Further permissions of a hosted game: `confirm()` there names an origin the operator knows. */
export const hostedFramePermissions = ['modals'] as const satisfies FramePermission[]

/** A phone's orientation for playing. */
export const gameOrientations = ['any', 'landscape', 'portrait'] as const
export type GameOrientation = (typeof gameOrientations)[number]

/** The game's kind. A missing fact is null or empty. */
const GameFacts = z.object({
  genres: z.array(z.enum(gameGenres)).describe('The main one first'),
  session: z
    .object({ fromMinutes: z.int(), toMinutes: z.int() })
    .nullable()
    .describe('How long one session takes'),
  controls: z.array(z.enum(gameControls)),
  languages: z.array(z.enum(recognisedLanguages)).describe('Languages that the game itself speaks'),
  age: z.int().nullable().describe('12 for a game that is rated 12+'),
  addedOn: z.string().nullable().describe('A day, such as 2026-11-25'),
  updatedOn: z.string().nullable().describe('A day'),
  badge: z.enum(gameBadges).nullable().describe('`new` for 30 days, `updated` for 14'),
})

export const Game = z
  .object({
    project: z.string(),
    mainData: z.object({ projectName: z.string(), outOfCatalog: z.boolean() }),
    web_page: z.object({
      cardBackgroundColor: z.string(),
      footerBackgroundColor: z.string(),
      cardLogoImage: z.string(),
      gameImage: z.string().describe('Card art, 4:3'),
      heroImage: z.string().describe('Wide art'),
      heroImageSmall: z.string().describe('Square art for phones'),
      projectBackgroundFile: z.string(),
      screenshots: z.array(z.string()).describe('16:9'),
      inDevelop: z.boolean(),
      isActive: z.boolean(),
      iframeUrl: z.string(),
      framePermissions: z.array(z.enum(framePermissions)).describe('What the frame of the game may do'),
      orientation: z.enum(gameOrientations).describe('How a phone is held to play'),
    }),
    localization: z.object({
      name: ByLanguage,
      cardDescription: ByLanguage,
      fullDescription: ByLanguage,
      howToPlay: z.array(ByLanguage).describe('Steps'),
      heroImageAlt: ByLanguage.optional().describe('What the wide art shows'),
      screenshotAlts: z
        .array(ByLanguage)
        .optional()
        .describe('What the screenshots show, in their order; empty for one without a text'),
    }),
    facts: GameFacts,
    social: z.object({
      items: z.array(z.object({ fileName: z.string(), link: z.string(), name: z.string() })),
    }),
    seoData: SeoData,
  })
  .meta({ id: 'Game' })
export type Game = z.infer<typeof Game>

/** Facts for `/developers` from the headers of a game's page. */
export const FrameInspection = z
  .object({
    url: z.string().describe('After redirects'),
    status: z.int().nullable().describe('HTTP status; null when nothing answered'),
    redirects: z.array(z.string()).describe('Addresses on the way, the first one first'),
    refusedBy: z
      .object({ header: z.string(), value: z.string() })
      .nullable()
      .describe('The header that forbids the hub to frame the page'),
    problem: z.enum(['unreachable', 'notAllowed', 'tooManyRedirects', 'error', 'notHtml']).nullable(),
    hosted: z
      .object({ isOpaque: z.boolean().describe('All hosted games share one origin') })
      .nullable()
      .describe('Null unless this hub hosts the game'),
  })
  .meta({ id: 'FrameInspection' })
export type FrameInspection = z.infer<typeof FrameInspection>

/** Game fields on a catalogue card. */
export const GameCard = Game.pick({ project: true })
  .extend({
    web_page: Game.shape.web_page.pick({
      cardBackgroundColor: true,
      footerBackgroundColor: true,
      cardLogoImage: true,
      gameImage: true,
      heroImage: true,
      heroImageSmall: true,
      inDevelop: true,
      isActive: true,
    }),
    localization: Game.shape.localization.pick({
      name: true,
      cardDescription: true,
      heroImageAlt: true,
    }),
    facts: GameFacts.pick({ genres: true, session: true, controls: true, age: true, badge: true }),
  })
  .meta({ id: 'GameCard' })
export type GameCard = z.infer<typeof GameCard>

/** One page of catalogue or search results. */
export const FoundGames = z
  .object({
    featured: GameCard.nullable().describe('The first game, on the first page of the whole catalogue'),
    games: z.array(GameCard).describe('Without the featured game and those in development'),
    comingSoon: z.array(GameCard).describe('Games in development, on the first page'),
    popular: z
      .array(GameCard)
      .describe('The most played games of the last week, on the first page of a large catalogue'),
    newGames: z.array(GameCard).describe('Games of the last 30 days, on the first page of a large catalogue'),
    genres: z.array(z.enum(gameGenres)).describe('Genres to choose from; empty in a small catalogue'),
    isLarge: z.boolean().describe('True from eight games in the catalogue on'),
    total: z.int().describe('The number of games on all pages'),
    page: z.int().describe('The requested page, or the last one'),
    pages: z.int().describe('At least one'),
    isGuess: z.boolean().describe('True when nothing matches exactly and these are the closest matches'),
  })
  .meta({ id: 'FoundGames' })
export type FoundGames = z.infer<typeof FoundGames>

const CountedDay = z.string().regex(/^\d{4}-\d\d-\d\d$/)

/** A game in a player's library: a favourite, or played before. */
export const LibraryGame = z
  .object({
    project: z.string().min(1).max(64),
    favouriteAt: Instant.nullable().describe('Null when it is not a favourite'),
    playedAt: Instant.nullable().describe('When it was last played; null for never'),
    firstDay: CountedDay.optional().describe('The day of the first play, where plays are counted'),
    lastDay: CountedDay.optional().describe('The day of the last play'),
  })
  .meta({ id: 'LibraryGame' })
export type LibraryGame = z.infer<typeof LibraryGame>

export const SingleGame = z
  .object({
    settings: z.object({
      iframeSrc: z.string(),
      backgroundFiles: z.array(z.string()).describe('For landscape screens, then for portrait ones'),
      popupFiles: z
        .array(z.string())
        .describe('For the age check, on landscape screens, then on portrait ones'),
      verificationButtonFiles: z.array(z.string()).describe('For the yes button, then for the no button'),
    }),
    seoData: SeoData,
  })
  .meta({ id: 'SingleGame' })
export type SingleGame = z.infer<typeof SingleGame>

const Quantities = z.array(z.object({ id: z.string(), quantity: z.int() }))
const Value = z.number().nullable().optional()

/** Of items whose price, contents or sale an offer changes; absent otherwise. */
const offerFields = {
  listRuValue: Value.describe('Roubles without the reduction; with the three below, only while one runs'),
  listEnValue: Value.describe('US dollars without the reduction'),
  lowestRuValue: Value.describe('The lowest price of the 30 days before the reduction'),
  lowestEnValue: Value,
  endsAt: z.iso.datetime().optional().describe('When the reduction ends'),
  validUntil: z.iso
    .datetime()
    .optional()
    .describe('When an offer for the item begins or ends next: read the list again then'),
  contains: Quantities.optional().describe('What a bundle holds'),
  worthRuValue: Value.describe('What the items of a bundle cost one by one'),
  worthEnValue: Value,
  adds: Quantities.optional().describe('What the player gets in addition'),
  takesCode: z.boolean().optional().describe('True while a code can change it'),
  usesCode: z.boolean().optional().describe('True while the entered code reduces it'),
  firstPurchase: z.boolean().optional().describe('True with an offer for the first purchase'),
  limit: z
    .object({ count: z.int(), per: z.enum(['day', 'week', 'ever']) })
    .optional()
    .describe('How many a player can buy'),
  availableAt: z.int().nullable().optional().describe('When this player can buy it again; null: never'),
}

export const PriceItem = z
  .object({
    id: z.string().describe('The `itemId` of an order'),
    gameId: z.string().optional().describe("What the game's code calls it, where that is not `id`"),
    project: z.string(),
    title: ByLanguage,
    description: ByLanguage,
    ruTitle: z.string(),
    ruValue: z.number().nullable().describe('Roubles; null when it is not sold for roubles'),
    enTitle: z.string(),
    enValue: z.number().nullable().describe('US dollars; null when it is not sold for dollars'),
    logoName: z.string().describe('The path of the image'),
    imageAlt: ByLanguage.optional().describe('What the image shows'),
    ruDescription: z.string(),
    enDescription: z.string(),
    ruAmountMinor: AmountMinor.nullable(),
    enAmountMinor: AmountMinor.nullable(),
    once: z.boolean().describe('Bought once and kept, such as a skin'),
    saleState: z.enum(saleStates),
    ...offerFields,
  })
  .meta({ id: 'PriceItem' })
export type PriceItem = z.infer<typeof PriceItem>

export const Order = z
  .object({ id: Id, url: z.string().describe('The payment screen'), status: z.enum(orderStatuses) })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

/** One try at a provider. `expired`: it ended without a try to pay and without a cancellation. */
export const attemptStates = ['open', 'paid', 'declined', 'cancelled', 'expired'] as const

export const PaymentAttempt = z
  .object({ id: Id, provider: z.enum(paymentProviders), state: z.enum(attemptStates) })
  .meta({ id: 'PaymentAttempt' })
export type PaymentAttempt = z.infer<typeof PaymentAttempt>

const closed = z
  .enum(['granted', 'revoked'])
  .optional()
  .describe(
    'The order is closed, and nobody pays it: the player has its item, or not. Absent for other orders',
  )

export const PaymentPayload = z
  .object({
    paymentId: Id,
    project: z.string(),
    itemId: z.string(),
    currency: CurrencyCode.nullable().describe('Null until a provider is chosen'),
    amountMinor: AmountMinor.nullable(),
    purchaseId: Id.nullable().describe('Null until paid, or given by an operator'),
    paidAt: Instant.nullable(),
    attempt: PaymentAttempt.nullable().describe('The open attempt, else the latest; null before the first'),
    closed,
  })
  .meta({ id: 'PaymentPayload' })
export type PaymentPayload = z.infer<typeof PaymentPayload>

export const PaymentState = z
  .object({ status: z.enum(orderStatuses), payload: PaymentPayload })
  .meta({ id: 'PaymentState' })
export type PaymentState = z.infer<typeof PaymentState>

export const RememberedCard = z
  .object({
    id: Id,
    provider: z.enum(paymentProviders),
    brand: z.string().describe('Such as `Visa`'),
    last4: z.string(),
    expires: z.string().nullable().describe('Such as `12/2034`'),
    createdAt: Instant,
  })
  .meta({ id: 'RememberedCard' })
export type RememberedCard = z.infer<typeof RememberedCard>

export const PaymentProcess = z
  .object({
    provider: z.enum(paymentProviders).nullable().describe('The provider of the open attempt'),
    providerId: z.string().nullable().describe("The open attempt's id at the provider"),
    status: z.enum(orderStatuses),
    closed,
    paymentData: z.object({
      project: z.string(),
      itemId: z.string(),
      cardLogoImage: z.string(),
      cardBackgroundColor: z.string().optional().describe("The game's colour"),
      itemImage: z.string(),
      projectName: z.string(),
      name: ByLanguage,
      ruPrice: z.number().nullable().describe('Roubles; null when it is not sold for roubles'),
      enPrice: z.number().nullable().describe('US dollars; null when it is not sold for dollars'),
      ruAmountMinor: AmountMinor.nullable(),
      enAmountMinor: AmountMinor.nullable(),
      ruName: z.string(),
      enName: z.string(),
      listRuAmountMinor: AmountMinor.nullable()
        .optional()
        .describe('Without the reduction, where there is one'),
      listEnAmountMinor: AmountMinor.nullable().optional(),
      lowestRuAmountMinor: AmountMinor.optional().describe('The lowest of the 30 days before the reduction'),
      lowestEnAmountMinor: AmountMinor.optional(),
      lines: z
        .array(z.object({ name: ByLanguage, quantity: z.int() }))
        .optional()
        .describe('What the player gets, unless it is the item alone'),
    }),
    code: z
      .enum(['open', 'applied'])
      .optional()
      .describe(
        '`applied`: the price is with a code; absent where none could change it, as while an attempt is open',
      ),
    profileData: z.object({ mailToReceiveCheck: z.string().nullable() }),
    paymentsMethods: z.array(
      z.object({
        provider: z.enum(paymentProviders),
        methods: z.array(z.string()),
        wallets: z
          .array(z.enum(wallets))
          .optional()
          .describe('Wallets registered for the host of the request; absent when there are none'),
      }),
    ),
    waiver: z
      .object({ text: z.string(), sha256: z.string().describe('Names the text when it is accepted') })
      .optional()
      .describe('The statement that the player must accept before paying, in the language of the request'),
    cards: z
      .object({
        remembered: z.array(RememberedCard).describe('Those that can pay this order, newest first'),
        rememberedBy: z.array(z.enum(paymentProviders)).describe('Providers that can remember a card'),
      })
      .optional()
      .describe('Absent unless the hub remembers cards'),
  })
  .meta({ id: 'PaymentProcess' })
export type PaymentProcess = z.infer<typeof PaymentProcess>

/** `declared`: the item is locked until the player confirms. The others name what hinders the player, or nothing. */
export const withdrawalStates = ['open', 'declared', 'consumed', 'disputed', 'support'] as const

export const Transaction = z
  .object({
    uuid: Id.describe('The payment id'),
    createTs: Instant,
    title: z.string().describe('In the language of the request'),
    price: z.number().describe('Major units'),
    amountMinor: AmountMinor,
    refundedMinor: AmountMinor.describe('The refunded amount; the status stays `paid`'),
    currency: CurrencyCode,
    status: z.enum(orderStatuses),
    projectName: z.string(),
    project: z.string(),
    provider: z.enum(paymentProviders).nullable(),
    itemImage: z.string().describe('Empty when the item is no longer in the price list'),
    cardBackgroundColor: z.string().optional().describe("The game's colour"),
    explanation: z
      .string()
      .optional()
      .describe('What happened and what comes next, unless the status tells everything'),
    withdrawal: z
      .object({
        state: z.enum(withdrawalStates),
        until: Instant.describe('End of the right; of a declared one, when its item is unlocked'),
      })
      .optional()
      .describe('While the player may withdraw from the contract (EU)'),
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.infer<typeof Transaction>

export const Purchase = z
  .object({
    id: Id,
    project: z.string(),
    itemId: z.string(),
    paymentId: Id,
    state: z
      .enum(['granted', 'frozen', 'consumed', 'revoked'])
      .describe('`frozen`: disputed or being refunded; `revoked`: refunded'),
    createdAt: Instant,
  })
  .meta({ id: 'Purchase' })
export type Purchase = z.infer<typeof Purchase>

/** A player's support request. */
export const Ticket = z
  .object({
    id: Id,
    state: z.enum(ticketStates),
    reason: z.enum(ticketReasons),
    paymentId: Id.nullable().describe('Null when the request is not about a payment'),
    project: z.string().nullable(),
    title: z.string().nullable().describe('The name of the ordered item, in the language of the request'),
    email: z.string().describe('The address that replies are sent to'),
    createdAt: Instant,
    updatedAt: Instant.describe('The time of the last message or of closing'),
    reopensUntil: Instant.nullable()
      .optional()
      .describe('Until then a message of the player opens the closed request again'),
  })
  .meta({ id: 'Ticket' })
export type Ticket = z.infer<typeof Ticket>

export const TicketMessage = z
  .object({ id: Id, author: z.enum(ticketAuthors), text: z.string(), createdAt: Instant })
  .meta({ id: 'TicketMessage' })
export type TicketMessage = z.infer<typeof TicketMessage>

export const TicketThread = Ticket.extend({
  messages: z
    .array(TicketMessage)
    .describe('Oldest first; empty when the player chose a reason without writing a message'),
}).meta({ id: 'TicketThread' })
export type TicketThread = z.infer<typeof TicketThread>
