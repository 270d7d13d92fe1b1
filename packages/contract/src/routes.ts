import * as z from 'zod'
import { BuildPreview, Trial, TrialQuery } from './builds/build-shapes.ts'
import { gameGenres } from './catalogue.ts'
import {
  captchaField,
  codeField,
  consentField,
  emailField,
  limits,
  nameField,
  passkeyNameField,
  passwordField,
  paymentIdField,
  ticketAnswerForm,
  ticketReasonField,
  ticketTextField,
  twoFactorCodeField,
} from './forms.ts'
import { Visit } from './insights/visit.ts'
import { recognisedLanguages } from './languages.ts'
import { leaderboardRoutes } from './leaderboards/routes.ts'
import { codeRefusals, offerRoutes } from './offers/routes.ts'
import { ExpectedPrice, OfferCode } from './offers/shapes.ts'
import { authMethods } from './payment-methods.ts'
import { PlayReport, StartedPlay } from './plays/plays.ts'
import type { RefusalCode } from './refusals.ts'
import {
  GuestSave,
  MergedSave,
  maxSaveKeys,
  Save,
  SaveKey,
  SaveValue,
  SaveVersion,
  StoredSave,
} from './saves/saves.ts'
import {
  AuthState,
  AuthStateId,
  AuthStateSet,
  CaptchaChallenge,
  Consent,
  consentPurposes,
  FoundGames,
  FrameInspection,
  Game,
  GameToken,
  Id,
  Identity,
  InitialConfig,
  LibraryGame,
  LoggedIn,
  LoginSession,
  Me,
  Order,
  Passkey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PaymentProcess,
  PaymentState,
  PersonalData,
  PriceItem,
  Purchase,
  RecentChanges,
  RememberedCard,
  result,
  SingleGame,
  Ticket,
  TicketThread,
  Transaction,
  TwoFactor,
  TwoFactorSetup,
} from './shapes.ts'

/** One API call: request, response and possible refusals. */
export type Route = {
  summary: string
  /** `public`: anyone; `player`: a bearer token; `project`: a game server with its project key. */
  access: 'public' | 'player' | 'project'
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  response: z.ZodType
  /** Default: 200. */
  status?: 201
  refusals: readonly RefusalCode[]
  /** List of the response that is stored nowhere: a repeated call with the same idempotency key gets it empty. */
  shownOnce?: string
}

const route = <const R extends Route>(definition: R) => definition

const done = result(z.literal(true))
const Library = result(z.array(LibraryGame))
const ProjectId = z.string().min(1).max(64)
const ById = z.object({ id: Id })
const ticketAnswerBody = z.object({ text: ticketAnswerForm.shape.text })
const ByProject = z.object({ project: z.string().max(64).optional() })
const timeZone = z
  .string()
  .max(64)
  .optional()
  .describe("Zone of times in sentences, such as `Europe/Moscow`; default: the publisher's")
/** Free text without control characters; PostgreSQL cannot store U+0000. */
const OneLine = z.string().regex(/^\P{Cc}*$/u)
const ByProjectName = z.object({ projectName: ProjectId })
const CodeSent = result(z.literal(true)).extend({
  resendInSeconds: z.int().describe('Seconds until another code can be requested'),
})

const withdrawalRefusals = [
  'PAYMENT_NOT_FOUND',
  'PAYMENT_NOT_PAID',
  'PAYMENT_DISPUTED',
  'REFUND_EXCEEDS_PAID',
  'REFUND_TOO_SMALL',
  'WITHDRAWAL_NOT_OFFERED',
  'WITHDRAWAL_NEEDS_SUPPORT',
  'WITHDRAWAL_NOT_DECLARED',
] as const
const openingRefusals = [
  'PAYMENT_NOT_FOUND',
  'PAYMENT_ALREADY_PAID',
  'ITEM_ALREADY_OWNED',
  'PAYMENT_IN_PROGRESS',
  'PAYMENT_CANCELLED',
  'PAYMENT_CLOSED',
  'PAYMENTS_METHODS_NOT_EXIST',
  'PAYMENTS_PROVIDER_DATA_NOT_EXIST',
  'RECEIPT_EMAIL_REQUIRED',
  'PAYMENT_REFUSED_BY_GAME',
  'GAME_SERVER_UNAVAILABLE',
  'WITHDRAWAL_WAIVER_REQUIRED',
  'PRICE_CHANGED',
  'LIMIT_REACHED',
] as const
/** Shared with the game-server API. */
export const orderingRefusals = [
  'ITEM_NOT_FOUND',
  'ITEM_NOT_FOR_SALE',
  'ITEM_ALREADY_OWNED',
  'PAYMENTS_METHODS_NOT_EXIST',
  'PRICE_CHANGED',
  'LIMIT_REACHED',
] as const
const remember = z
  .enum(['true', 'false'])
  .optional()
  .describe('Whether to remember the card, where the hub does; default: as the open attempt does')
const savingRefusals = ['PROJECT_NOT_FOUND', 'SAVE_KEY_READ_ONLY', 'TOO_MANY_REQUESTS'] as const
const socialRefusals = [
  'ACCOUNT_BANNED',
  'IDENTITY_NOT_PROVEN',
  'SIGN_IN_METHOD_NOT_OFFERED',
  'SIGN_IN_PROVIDER_UNAVAILABLE',
  'CONSENT_REQUIRED',
] as const
const consent = z
  .optional(consentField)
  .describe('That the player has ticked a box of its own for the processing of personal data')

/**
 * Every call under `/api`, keyed by method and path. Calls from the specification (§7) come first, unchanged;
 * additional calls follow.
 */
export const routes = {
  'POST /auth/login-by-email': route({
    summary: 'Signs a player in by email and password',
    access: 'public',
    body: z.object({ email: emailField, password: passwordField, captcha: z.optional(captchaField) }),
    response: result(LoggedIn),
    refusals: [
      'USER_NOT_EXIST_LOGIN_BY_EMAIL',
      'INVALID_PASSWORD_LOGIN_BY_EMAIL',
      'ACCOUNT_BANNED',
      'CAPTCHA_REQUIRED',
      'CAPTCHA_INVALID',
      'TOO_MANY_REQUESTS',
      'SECOND_FACTOR_REQUIRED',
    ],
  }),
  'POST /auth/register-by-email': route({
    summary: 'Starts a registration and emails a six-digit code',
    access: 'public',
    body: z.object({
      email: emailField,
      password: passwordField,
      consent: consentField,
      captcha: captchaField,
    }),
    response: CodeSent.extend({
      registrationSecret: z.string().describe('Proves at the confirmation who has chosen the password'),
    }),
    refusals: ['USER_EXIST_REGISTER_BY_EMAIL', 'CAPTCHA_INVALID', 'CODE_RESEND_TOO_SOON', 'PASSWORD_COMMON'],
  }),
  'POST /auth/send-verification-code': route({
    summary: 'Completes a registration with the emailed code and signs the player in',
    access: 'public',
    body: z.object({
      email: emailField,
      code: codeField,
      password: z
        .optional(passwordField)
        .describe(
          'The password that the account gets, even if someone else has started to register the same address',
        ),
      registrationSecret: z
        .string()
        .max(128)
        .optional()
        .describe(
          'From the response to the registration. It or the password is required if the address was registered again meanwhile',
        ),
    }),
    response: result(LoggedIn),
    refusals: [
      'SEND_VERIFICATION_CODE_INCORRECT',
      'CODE_EXPIRED',
      'REGISTRATION_PASSWORD_REQUIRED',
      'PASSWORD_COMMON',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'POST /auth/send-recovery-password-code': route({
    summary: 'Exchanges the emailed recovery code for a one-use reset ticket',
    access: 'public',
    body: z.object({ email: emailField, code: codeField }),
    response: result(z.literal(true)).extend({ resetTicket: z.string() }),
    refusals: ['SEND_RECOVERY_PASSWORD_CODE_INCORRECT', 'CODE_EXPIRED', 'TOO_MANY_REQUESTS'],
  }),
  'POST /auth/recovery-password': route({
    summary: 'Emails a recovery code',
    access: 'public',
    body: z.object({ email: emailField, captcha: z.optional(captchaField) }),
    response: CodeSent,
    refusals: [
      'USER_NOT_EXIST_RECOVERY_PASSWORD',
      'CAPTCHA_REQUIRED',
      'CAPTCHA_INVALID',
      'CODE_RESEND_TOO_SOON',
    ],
  }),
  'POST /auth/activate-new-password': route({
    summary: 'Sets a new password with the reset ticket',
    access: 'public',
    body: z.object({
      email: emailField,
      password: passwordField,
      resetTicket: z.string().min(1).max(512),
    }),
    response: done,
    refusals: ['RESET_TICKET_INVALID', 'PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD', 'PASSWORD_COMMON'],
  }),
  'GET /auth/check/{jwt}': route({
    summary: 'Checks whether a login token is valid',
    access: 'public',
    params: z.object({ jwt: z.string().min(1).max(4096) }),
    response: result(z.boolean()),
    refusals: [],
  }),
  'POST /auth/apple-login': route({
    summary: 'Logs in with an Apple identity token',
    access: 'public',
    body: z.object({
      idToken: z.string().min(1).max(8192),
      name: z
        .string()
        .max(128)
        .nullish()
        .describe('Apple gives it to the app only once, at the first consent'),
      consent,
    }),
    response: result(LoggedIn),
    refusals: socialRefusals,
  }),
  'POST /auth/telegram-login': route({
    summary: 'Logs in with the data of the Telegram widget, its `hash` and `auth_date` included',
    access: 'public',
    body: z.object({ userData: z.looseObject({}), consent }),
    response: result(LoggedIn),
    refusals: socialRefusals,
  }),
  'POST /auth/facebook-login': route({
    summary: 'Logs in with a Facebook access token; a profile alone proves nothing',
    access: 'public',
    body: z.object({
      profile: z.looseObject({ accessToken: z.string().max(8192).nullish() }),
      accessToken: z.string().max(8192).nullish().describe('Here or in the profile'),
      consent,
    }),
    response: result(LoggedIn),
    refusals: socialRefusals,
  }),
  'POST /auth/google-login-native': route({
    summary: 'Logs in with a Google access token from the app',
    access: 'public',
    body: z.object({ accessToken: z.string().min(1).max(8192), consent }),
    response: result(LoggedIn),
    refusals: socialRefusals,
  }),
  'POST /auth/set-user-auth-state': route({
    summary: 'Starts a social login flow under an id that the browser chose',
    access: 'public',
    body: z.object({ id: AuthStateId }),
    response: AuthStateSet,
    refusals: ['AUTH_STATE_TAKEN'],
  }),
  'GET /auth/check-user-auth-state/{id}': route({
    summary: 'The state of a social login flow; requires its verifier in the header `auth-state-verifier`',
    access: 'public',
    params: z.object({ id: AuthStateId }),
    response: z.object({ data: z.object({ authData: AuthState }) }),
    refusals: ['AUTH_STATE_NOT_FOUND', 'ACCOUNT_BANNED'],
  }),

  'GET /payments/set-pending/{id}': route({
    summary: 'Marks an order as being paid',
    access: 'player',
    params: ById,
    response: z.object({ data: z.object({ result: z.boolean(), payload: PaymentState.shape.payload }) }),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'GET /payments/yookassa/create/{id}': route({
    summary: 'Opens an attempt at YooKassa, or returns the open one',
    access: 'player',
    params: ById,
    query: z.object({ remember }),
    response: z.object({ data: z.object({ confirmationToken: z.string() }) }),
    refusals: [...openingRefusals, 'PROVIDER_UNAVAILABLE'],
  }),
  'GET /payments/yookassa/modal-close/{id}': route({
    summary:
      'Reports that the YooKassa form was closed, which changes nothing; returns whether the order has ended',
    access: 'player',
    params: ById,
    response: result(z.boolean()),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'GET /payments/stripe/create/{id}': route({
    summary: 'Opens an attempt at Stripe, or returns the open one',
    access: 'player',
    params: ById,
    query: z.object({ remember }),
    response: z.object({ clientSecret: z.string(), id: z.string().describe("Stripe's payment intent") }),
    refusals: [...openingRefusals, 'CREATE_PAYMENT_STRIPE_ERROR'],
  }),
  'POST /payments/stripe/cancellation-payment': route({
    summary: 'Cancels the open attempt at Stripe',
    access: 'player',
    body: z.object({ stripePaymentId: z.string().min(1).max(255), paymentId: Id }),
    response: z.object({ data: z.object({ result: z.boolean(), status: PaymentState.shape.status }) }),
    refusals: ['PAYMENT_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  }),
  'POST /payments/cancel': route({
    summary: 'Cancels the open attempt of an order at any provider',
    access: 'player',
    body: z.object({ paymentId: Id }),
    response: z.object({ data: z.object({ result: z.boolean(), status: PaymentState.shape.status }) }),
    refusals: ['PAYMENT_NOT_FOUND', 'PAYMENT_IN_PROGRESS'],
  }),
  'POST /payments/waive-withdrawal/{id}': route({
    summary: 'Stores that the player waives the right to withdraw; false when the order needs no waiver',
    access: 'player',
    params: ById,
    body: z.object({ sha256: z.string().length(64).describe('Of the accepted text') }),
    response: result(z.boolean()),
    refusals: ['PAYMENT_NOT_FOUND', 'WITHDRAWAL_WAIVER_REQUIRED'],
  }),
  'POST /payments/withdraw': route({
    summary:
      'Withdraws from the contract: `declare` locks the item, `confirm` refunds the order, `keep` unlocks the item again; idempotent',
    access: 'player',
    body: z.object({ paymentId: Id, step: z.enum(['declare', 'confirm', 'keep']), timeZone }),
    response: result(Transaction),
    refusals: withdrawalRefusals,
  }),
  'POST /payments/yandex-pay/create': route({
    summary: 'Opens an attempt at Yandex Pay, or returns the open one',
    access: 'player',
    body: z.object({ paymentId: Id }),
    response: z.object({
      code: z.literal(200),
      status: z.literal('success'),
      data: z.object({ paymentUrl: z.string() }),
    }),
    refusals: [...openingRefusals, 'PROVIDER_UNAVAILABLE'],
  }),
  'POST /payments/remembered-cards/pay': route({
    summary:
      'Charges a remembered card for an order: the press of Pay. Pressed again, it charges nothing more',
    access: 'player',
    body: z.object({ paymentId: Id, cardId: Id }),
    response: result(
      z.object({
        status: z.enum(['paid', 'pending']),
        providerId: z.string().nullable().describe("The attempt's id at the provider"),
        clientToken: z
          .string()
          .nullable()
          .describe(
            "What the browser goes on with: Stripe's client secret, or the URL of the bank's page; null when nothing is left to do",
          ),
      }),
    ),
    refusals: [
      ...openingRefusals,
      'CARD_NOT_FOUND',
      'CARD_REFUSED',
      'TOO_MANY_REQUESTS',
      'CREATE_PAYMENT_STRIPE_ERROR',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  'GET /payments/remembered-cards': route({
    summary: "The player's remembered cards, newest first",
    access: 'player',
    response: result(z.array(RememberedCard)),
    refusals: [],
  }),
  'POST /payments/remembered-cards/{id}/remove': route({
    summary: 'Forgets a card, here and at its provider',
    access: 'player',
    params: ById,
    response: done,
    refusals: ['CARD_NOT_FOUND'],
  }),
  'GET /payments/get/{id}': route({
    summary: 'The state of an order; queries the provider while an attempt is open',
    access: 'player',
    params: ById,
    response: PaymentState,
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'GET /payments/process/{id}': route({
    summary: 'What the payment screen shows',
    access: 'player',
    params: ById,
    response: PaymentProcess,
    refusals: ['PAYMENT_NOT_FOUND', 'PAYMENTS_METHODS_NOT_EXIST'],
  }),
  'POST /payments/update-mail-to-receive-check': route({
    summary: 'Saves the email that receipts go to',
    access: 'player',
    body: z.object({ email: emailField }),
    response: done,
    refusals: [],
  }),
  'GET /payments/get-user-payments': route({
    summary: "The player's payment history, newest first",
    access: 'player',
    query: ByProject.extend({
      before: Id.optional().describe('Keyset pagination: payments older than this one'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      withdrawable: z.stringbool().default(false).describe('Only those that the player may withdraw from'),
      timeZone,
    }),
    response: result(z.array(Transaction)),
    refusals: [],
  }),
  'GET /payments/get-user-payment': route({
    summary: 'One payment of the player',
    access: 'player',
    query: z.object({ paymentId: Id, timeZone }),
    response: result(Transaction),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'GET /user/get-receipt-link': route({
    summary: 'A short-lived link to the receipt, or null while it is being generated',
    access: 'player',
    query: z.object({ privatePaymentId: Id }),
    response: result(z.string().nullable()),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'POST /payments/send-letter-support': route({
    summary:
      'Opens a support ticket; the same request again, while it waits for an answer, is the same ticket',
    access: 'player',
    body: z.object({
      data: z.object({
        nickName: z
          .string()
          .max(320)
          .nullish()
          .describe('Ignored: the hub uses its own record of the player'),
        currentAuthType: z.string().max(32).nullish(),
        email: emailField,
        reason: ticketReasonField,
        paymentId: z.nullish(paymentIdField).describe('A payment of the player; may be empty'),
        message: z.nullish(ticketTextField).describe('A free-text message'),
      }),
    }),
    response: result(z.object({ ticketId: Id })),
    refusals: ['PAYMENT_NOT_FOUND', 'TICKETS_TOO_MANY'],
  }),

  'POST /session/get': route({
    summary: 'Opens a hub session for a game or an app',
    access: 'public',
    body: z
      .object({
        iid: OneLine.max(128),
        uid: OneLine.max(128),
        platformId: OneLine.max(64),
        source: z.enum(['', 'web', 'mobile']),
        locale: z.enum(['', ...recognisedLanguages]),
        project: z.string().max(64),
      })
      .partial()
      .describe('Absent or empty fields are taken from the headers'),
    response: z.object({ loginUrl: z.string(), session: z.string() }),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /control/get-initial-config': route({
    summary: 'Projects and settings',
    access: 'public',
    response: result(InitialConfig),
    refusals: [],
  }),
  'GET /control/get-games-data': route({
    summary: 'Every game of the catalogue',
    access: 'public',
    response: result(z.array(Game)),
    refusals: [],
  }),
  'GET /control/get-game-data': route({
    summary: 'One game',
    access: 'public',
    query: ByProjectName,
    response: result(Game),
    refusals: ['GAME_NOT_FOUND'],
  }),
  'GET /control/get-single-game-data': route({
    summary: 'The page of a game outside the catalogue',
    access: 'public',
    query: ByProjectName,
    response: SingleGame,
    refusals: ['GAME_NOT_FOUND'],
  }),
  'GET /control/get-prices': route({
    summary: 'Items for sale, of one project or of all',
    access: 'public',
    query: ByProject,
    response: result(z.array(PriceItem)),
    refusals: ['PROJECT_NOT_FOUND'],
  }),

  // Beyond the specification
  'POST /developers/inspect': route({
    summary: 'Reads whether a page lets the hub frame it: its headers, and where it redirects to',
    access: 'public',
    body: z.object({ url: z.url({ protocol: /^https?$/ }).max(limits.gameUrlMax) }),
    response: result(FrameInspection),
    refusals: ['UNAUTHORIZED', 'TOO_MANY_REQUESTS'],
  }),
  'POST /developers/trials': route({
    summary: 'Checks a zip archive of a game, which is the body, and serves it for an hour',
    access: 'public',
    query: TrialQuery,
    response: result(Trial),
    refusals: [
      'UNAUTHORIZED',
      'TOO_MANY_REQUESTS',
      'GAMES_NOT_HOSTED',
      'TRIALS_FULL',
      'BUILD_REFUSED',
      'BODY_INVALID',
      'BODY_TOO_LARGE',
      'CONTENT_TYPE_UNSUPPORTED',
    ],
  }),
  'GET /developers/previews/{preview}': route({
    summary: 'The build that the link of a preview opens',
    access: 'public',
    params: z.object({ preview: z.string().min(1).max(120) }),
    response: result(BuildPreview),
    refusals: ['BUILD_NOT_FOUND'],
  }),
  'GET /control/find-games': route({
    summary: 'A page of the catalogue, or of search results',
    access: 'public',
    query: z.object({
      search: z
        .string()
        .max(200)
        .optional()
        .describe('Text to find in names and descriptions of any language'),
      genre: z.enum(gameGenres).optional().describe('Only games of this genre'),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      projects: z
        .string()
        .max(4000)
        .optional()
        .describe('Comma-separated project ids: return these games instead, in this order, on one page'),
      similarTo: z
        .string()
        .max(64)
        .optional()
        .describe('A project id: return up to four other games instead, those of its genres first'),
    }),
    response: result(FoundGames),
    refusals: [],
  }),
  'GET /captcha/challenge': route({
    summary: 'A captcha challenge to solve',
    access: 'public',
    query: z.object({ purpose: z.enum(['registration', 'login', 'recovery']) }),
    response: CaptchaChallenge,
    refusals: [],
  }),
  'POST /auth/resend-verification-code': route({
    summary: 'Emails another registration code',
    access: 'public',
    body: z.object({ email: emailField }),
    response: CodeSent,
    refusals: ['CODE_RESEND_TOO_SOON', 'CODE_EXPIRED'],
  }),
  'POST /auth/passkey/options': route({
    summary: 'WebAuthn options to log in with a passkey; the challenge works once, within 5 minutes',
    access: 'public',
    response: result(PasskeyRequestOptions),
    refusals: [],
  }),
  'POST /auth/passkey/login': route({
    summary: 'Signs a player in with a passkey',
    access: 'public',
    body: z.object({ response: PasskeyAssertion }),
    response: result(LoggedIn),
    refusals: ['PASSKEY_NOT_ACCEPTED', 'PASSKEY_NOT_FOUND', 'ACCOUNT_BANNED'],
  }),
  'POST /auth/second-factor': route({
    summary:
      'Completes a login that was refused with `SECOND_FACTOR_REQUIRED`, by its `ticket` and a code of the authenticator app or a recovery code',
    access: 'public',
    body: z.object({
      ticket: z
        .string()
        .regex(/^[\w.-]{1,512}$/)
        .describe('Valid for 10 minutes, five codes and one login'),
      code: twoFactorCodeField,
    }),
    response: result(LoggedIn),
    refusals: [
      'SECOND_FACTOR_CODE_INCORRECT',
      'SECOND_FACTOR_RECOVERY_CODE_REQUIRED',
      'SECOND_FACTOR_TICKET_INVALID',
      'ACCOUNT_BANNED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'POST /auth/logout': route({
    summary: 'Ends this login session',
    access: 'player',
    response: done,
    refusals: [],
  }),
  'GET /me': route({
    summary: 'Who is logged in',
    access: 'player',
    response: result(Me),
    refusals: [],
  }),
  'POST /me/names': route({
    summary: "Sets the player's name and last name",
    access: 'player',
    body: z.object({ firstName: nameField, lastName: nameField }),
    response: result(Me),
    refusals: [],
  }),
  'POST /me/password': route({
    summary: 'Changes the password and ends every other login session',
    access: 'player',
    body: z.object({ currentPassword: passwordField, password: passwordField }),
    response: done,
    refusals: [
      'INVALID_PASSWORD_LOGIN_BY_EMAIL',
      'PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD',
      'PASSWORD_COMMON',
      'PASSWORD_NOT_SET',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'GET /me/identities': route({
    summary: 'The logins linked to the account',
    access: 'player',
    response: result(z.array(Identity)),
    refusals: [],
  }),
  'POST /me/identities/link': route({
    summary: 'Opens a social login flow whose identity is linked to the account',
    access: 'player',
    body: z.object({ id: AuthStateId }),
    response: AuthStateSet,
    refusals: ['AUTH_STATE_TAKEN', 'REAUTHENTICATION_REQUIRED'],
  }),
  'POST /me/identities/unlink': route({
    summary: 'Unlinks a login from the account; the last one cannot be unlinked',
    access: 'player',
    body: z.object({ provider: z.enum(authMethods) }),
    response: result(z.array(Identity)),
    refusals: ['IDENTITY_NOT_FOUND', 'IDENTITY_IS_LAST', 'TOO_MANY_REQUESTS', 'REAUTHENTICATION_REQUIRED'],
  }),
  'GET /me/passkeys': route({
    summary: 'The passkeys of the player, the oldest first',
    access: 'player',
    response: result(z.array(Passkey)),
    refusals: [],
  }),
  'POST /me/passkeys/options': route({
    summary: 'WebAuthn options to add a passkey; the challenge works once, within 5 minutes',
    access: 'player',
    response: result(PasskeyCreationOptions),
    refusals: ['PASSKEYS_TOO_MANY', 'REAUTHENTICATION_REQUIRED'],
  }),
  'POST /me/passkeys': route({
    summary: 'Adds a passkey to the account',
    access: 'player',
    body: z.object({ name: passkeyNameField, response: PasskeyAttestation }),
    response: result(Passkey),
    refusals: ['PASSKEY_NOT_ACCEPTED', 'PASSKEY_EXISTS', 'PASSKEYS_TOO_MANY', 'REAUTHENTICATION_REQUIRED'],
  }),
  'POST /me/passkeys/{id}/rename': route({
    summary: 'Renames a passkey',
    access: 'player',
    params: ById,
    body: z.object({ name: passkeyNameField }),
    response: result(Passkey),
    refusals: ['PASSKEY_NOT_FOUND'],
  }),
  'POST /me/passkeys/{id}/remove': route({
    summary: 'Removes a passkey from the account',
    access: 'player',
    params: ById,
    response: done,
    refusals: ['PASSKEY_NOT_FOUND', 'TOO_MANY_REQUESTS', 'REAUTHENTICATION_REQUIRED'],
  }),
  'GET /me/second-factor': route({
    summary: 'Whether logins by password ask for a code',
    access: 'player',
    response: result(TwoFactor),
    refusals: [],
  }),
  'POST /me/second-factor/setup': route({
    summary: 'A new secret for an authenticator app; its first code turns the two-factor method on',
    access: 'player',
    response: result(TwoFactorSetup),
    refusals: ['SECOND_FACTOR_EXISTS', 'PASSWORD_NOT_SET', 'REAUTHENTICATION_REQUIRED'],
  }),
  'POST /me/second-factor': route({
    summary: 'Turns the two-factor method on and returns the recovery codes, which are not shown again',
    access: 'player',
    body: z.object({ code: twoFactorCodeField }),
    response: result(z.object({ recoveryCodes: z.array(z.string()) })),
    refusals: [
      'SECOND_FACTOR_CODE_INCORRECT',
      'SECOND_FACTOR_NOT_FOUND',
      'SECOND_FACTOR_EXISTS',
      'REAUTHENTICATION_REQUIRED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'POST /me/second-factor/recovery-codes': route({
    summary: 'Replaces the recovery codes by new ones, which are not shown again',
    access: 'player',
    response: result(z.object({ recoveryCodes: z.array(z.string()) })),
    refusals: ['SECOND_FACTOR_NOT_FOUND', 'TOO_MANY_REQUESTS', 'REAUTHENTICATION_REQUIRED'],
  }),
  'POST /me/second-factor/remove': route({
    summary: 'Turns the two-factor method off',
    access: 'player',
    response: done,
    refusals: ['SECOND_FACTOR_NOT_FOUND', 'TOO_MANY_REQUESTS', 'REAUTHENTICATION_REQUIRED'],
  }),
  'GET /me/reauthentication': route({
    summary:
      'Whether the player may change the ways to log in: they have logged in or proved who they are within 10 minutes',
    access: 'player',
    response: done,
    refusals: ['REAUTHENTICATION_REQUIRED'],
  }),
  'POST /me/reauthentication/password': route({
    summary: 'Proves by the password that the player is present',
    access: 'player',
    body: z.object({
      password: passwordField,
      code: z.optional(twoFactorCodeField).describe('Required if the account has a two-factor method'),
    }),
    response: done,
    refusals: [
      'INVALID_PASSWORD_LOGIN_BY_EMAIL',
      'PASSWORD_NOT_SET',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_CODE_INCORRECT',
      'SECOND_FACTOR_RECOVERY_CODE_REQUIRED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'POST /me/reauthentication/passkey/options': route({
    summary: 'WebAuthn options to prove by a passkey that the player is present',
    access: 'player',
    response: result(PasskeyRequestOptions),
    refusals: [],
  }),
  'POST /me/reauthentication/passkey': route({
    summary: 'Proves by a passkey that the player is present',
    access: 'player',
    body: z.object({ response: PasskeyAssertion }),
    response: done,
    refusals: ['PASSKEY_NOT_ACCEPTED', 'PASSKEY_NOT_FOUND'],
  }),
  'POST /me/reauthentication/provider': route({
    summary: 'Opens a social login flow by which the player proves to be present',
    access: 'player',
    body: z.object({ id: AuthStateId }),
    response: AuthStateSet,
    refusals: ['AUTH_STATE_TAKEN'],
  }),
  'POST /auth/undo-account-change': route({
    summary: 'Undoes a change of the account with the token from its email, and ends every login session',
    access: 'public',
    body: z.object({ token: z.string().regex(/^[\w-]{1,128}$/) }),
    response: done.extend({
      effectiveAt: z
        .int()
        .nullable()
        .describe('When the undo takes effect, in milliseconds since 1970; null for at once'),
    }),
    refusals: ['UNDO_LINK_INVALID'],
  }),
  'POST /auth/decide-consent': route({
    summary:
      'Goes on with a social login flow whose status is `consent-required`, or cancels it; requires its verifier in the header `auth-state-verifier`',
    access: 'public',
    body: z.object({
      id: AuthStateId,
      consent: z
        .boolean()
        .describe('Whether the player has ticked the box for the processing of personal data'),
    }),
    response: z.object({ data: z.object({ authData: AuthState }) }),
    refusals: ['AUTH_STATE_NOT_FOUND', 'ACCOUNT_BANNED'],
  }),
  'GET /me/consents': route({
    summary: "The player's consents, newest first",
    access: 'player',
    response: result(z.array(Consent)),
    refusals: [],
  }),
  'POST /me/consents': route({
    summary:
      "Stores the player's consent to the processing of personal data, and tells the hub session who has logged in",
    access: 'player',
    body: z.object({ consent: consentField }),
    response: result(z.object({ session: LoggedIn.shape.session })),
    refusals: ['TOO_MANY_REQUESTS'],
  }),
  'POST /me/consents/withdraw': route({
    summary: "Withdraws the player's consent",
    access: 'player',
    body: z.object({ purpose: z.enum(consentPurposes) }),
    response: result(z.array(Consent)),
    refusals: [],
  }),
  'GET /me/account-changes': route({
    summary:
      'The changes of the ways to log in within the last 7 days, the newest first, and an undo that waits',
    access: 'player',
    response: result(RecentChanges),
    refusals: [],
  }),
  'POST /me/pending-undo/stop': route({
    summary: 'Stops an undo that was requested by email and has not taken effect; idempotent',
    access: 'player',
    response: done,
    refusals: ['REAUTHENTICATION_REQUIRED'],
  }),
  'GET /me/login-sessions': route({
    summary: 'The login sessions of the player, the current one first',
    access: 'player',
    response: result(z.array(LoginSession)),
    refusals: [],
  }),
  'POST /me/login-sessions/{id}/revoke': route({
    summary: 'Ends one login session of the player; idempotent',
    access: 'player',
    params: ById,
    response: done,
    refusals: ['LOGIN_SESSION_NOT_FOUND'],
  }),
  'POST /me/login-sessions/revoke-all': route({
    summary: 'Ends every login session of the player, the current one included',
    access: 'player',
    response: done,
    refusals: [],
  }),
  'GET /me/library': route({
    summary: 'The favourite and recently played games of the player, most recent first',
    access: 'player',
    response: Library,
    refusals: [],
  }),
  'POST /me/library/favourite': route({
    summary: 'Adds a game to the favourites or removes it; idempotent',
    access: 'player',
    body: z.object({ project: ProjectId, isFavourite: z.boolean() }),
    response: Library,
    refusals: ['GAME_NOT_FOUND'],
  }),
  'POST /me/library/played': route({
    summary: 'Records that the player has opened a game',
    access: 'player',
    body: z.object({ project: ProjectId }),
    response: Library,
    refusals: ['GAME_NOT_FOUND'],
  }),
  'POST /me/library/merge': route({
    summary: 'Merges the library that the browser stored for a guest who has logged in; idempotent',
    access: 'player',
    body: z.object({ games: z.array(LibraryGame).max(200) }),
    response: Library,
    refusals: [],
  }),
  'GET /me/export': route({
    summary: 'All data that the hub stores about the player, as JSON',
    access: 'player',
    response: PersonalData,
    refusals: ['EXPORT_RUNNING', 'EXPORTS_TOO_MANY'],
  }),
  'POST /me/deletion': route({
    summary: 'Requests deletion of the account, which happens after 14 days',
    access: 'player',
    response: result(Me),
    refusals: ['TOO_MANY_REQUESTS', 'REAUTHENTICATION_REQUIRED'],
  }),
  'POST /me/deletion/undo': route({
    summary: 'Cancels a requested deletion of the account',
    access: 'player',
    response: result(Me),
    refusals: [],
  }),
  'POST /play/token': route({
    summary:
      'A short-lived token that identifies the player to a game server; verify it with `/.well-known/jwks.json`',
    access: 'player',
    body: z.object({ project: ProjectId }),
    response: result(GameToken),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /play/start': route({
    summary:
      'Begins a play: where the game is, and its start data. Guests and players; a login token that is not valid makes a guest',
    access: 'public',
    body: z.object({ project: ProjectId }),
    response: result(StartedPlay),
    refusals: ['PROJECT_NOT_FOUND', 'GAME_NOT_PUBLISHED'],
  }),
  'GET /play/frame-status': route({
    summary: "The HTTP status of a game's page, as the hub gets it from the game's own server",
    access: 'public',
    query: z.object({ project: ProjectId }),
    response: result(
      z.object({
        status: z
          .int()
          .nullable()
          .describe('Null for a game that the hub serves, and when the server does not respond to the hub'),
      }),
    ),
    refusals: ['PROJECT_NOT_FOUND', 'GAME_NOT_PUBLISHED'],
  }),
  'POST /play/view': route({
    summary: "Counts an opening of a game's page, without identity",
    access: 'public',
    body: z.object({ project: ProjectId, visit: Visit }),
    response: done,
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /play/report': route({
    summary: 'How long a play has lasted, and which errors its game had; the time only grows',
    access: 'public',
    body: PlayReport,
    response: done,
    refusals: ['PLAY_NOT_FOUND'],
  }),
  ...leaderboardRoutes,
  ...offerRoutes,
  'GET /play/saves': route({
    summary: "The player's saves in a game, by key",
    access: 'player',
    query: z.object({ project: ProjectId }),
    response: result(z.array(Save)),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /play/saves/write': route({
    summary: 'Writes a save unless it has changed since the version that the caller knows',
    access: 'player',
    body: z.object({
      project: ProjectId,
      key: SaveKey,
      value: SaveValue,
      ifVersion: SaveVersion.describe('The version that is overwritten; 0: the save must not exist'),
    }),
    response: result(StoredSave),
    refusals: [...savingRefusals, 'SAVE_CONFLICT', 'SAVE_TOO_LARGE', 'SAVES_FULL'],
  }),
  'POST /play/saves/remove': route({
    summary: 'Removes a save unless it has changed since the version that the caller knows',
    access: 'player',
    body: z.object({
      project: ProjectId,
      key: SaveKey,
      ifVersion: SaveVersion.min(1).describe('The version that is removed'),
    }),
    response: done,
    refusals: [...savingRefusals, 'SAVE_CONFLICT'],
  }),
  'POST /play/saves/merge': route({
    summary:
      'Moves the saves of a guest who has logged in to the account, all or none; idempotent. Keys of the game server are left out',
    access: 'player',
    body: z.object({ project: ProjectId, saves: z.array(GuestSave).max(maxSaveKeys) }),
    response: result(z.array(MergedSave)),
    refusals: ['PROJECT_NOT_FOUND', 'TOO_MANY_REQUESTS', 'SAVE_TOO_LARGE', 'SAVES_FULL'],
  }),
  'POST /payments/create': route({
    summary: 'Orders an item at its price, with a code or without',
    access: 'player',
    body: z.object({
      itemId: z.string().min(1).max(128),
      code: OfferCode.optional(),
      expected: ExpectedPrice.optional(),
    }),
    response: Order,
    refusals: [
      ...orderingRefusals,
      ...codeRefusals,
      'PAYMENT_IN_PROGRESS',
      'PAYMENT_ALREADY_PAID',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'POST /payments/reprice/{id}': route({
    summary:
      'Gives an unpaid order the price of now, with a code or without; refused while an attempt is open, unless the code makes it cheaper',
    access: 'player',
    params: ById,
    body: z.object({
      code: OfferCode.nullable()
        .optional()
        .describe('Null removes the code; default: the order keeps its code'),
      expected: ExpectedPrice.optional(),
    }),
    response: PaymentProcess,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'PAYMENT_IN_PROGRESS',
      'PAYMENT_ALREADY_PAID',
      'PAYMENT_CLOSED',
      ...orderingRefusals,
      ...codeRefusals,
      'TOO_MANY_REQUESTS',
    ],
  }),
  'GET /purchases/owned': route({
    summary: 'The ids of the items that the player has bought and cannot buy again',
    access: 'player',
    query: ByProject,
    response: result(z.array(z.string())),
    refusals: [],
  }),
  'GET /support/tickets': route({
    summary: "The player's support tickets, newest first",
    access: 'player',
    query: z.object({
      before: Id.optional().describe('Keyset pagination: tickets older than this one'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: result(z.array(Ticket)),
    refusals: [],
  }),
  'GET /support/tickets/{id}': route({
    summary: 'One support ticket of the player, with its messages',
    access: 'player',
    params: ById,
    response: result(TicketThread),
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'POST /support/tickets/{id}/answer': route({
    summary:
      'Adds a message of the player, which opens a request again for 14 days after it was closed; repeating the last message adds nothing',
    access: 'player',
    params: ById,
    body: ticketAnswerBody,
    response: result(TicketThread),
    refusals: ['TICKET_NOT_FOUND', 'TICKET_CLOSED', 'TICKETS_TOO_MANY'],
  }),
  'GET /purchases': route({
    summary: 'What the player owns and has not consumed',
    access: 'player',
    query: ByProject,
    response: result(z.array(Purchase)),
    refusals: [],
  }),
  'POST /purchases/{id}/consume': route({
    summary: 'Marks a purchase as used in the game; idempotent',
    access: 'player',
    params: ById,
    response: result(
      Purchase.extend({
        alreadyConsumed: z
          .boolean()
          .describe('True when an earlier call, possibly from another tab, consumed it'),
      }),
    ),
    refusals: ['PURCHASE_NOT_FOUND', 'PURCHASE_FROZEN', 'PURCHASE_REVOKED'],
  }),
} as const

export type RouteKey = keyof typeof routes

type Part<R, Name extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  R extends Record<Name, infer S extends z.ZodType>
    ? Side extends 'input'
      ? z.input<S>
      : z.output<S>
    : undefined

/** One route's request as a caller sends it. */
export type RequestInput<R> = {
  [Name in 'params' | 'query' | 'body' as R extends Record<Name, z.ZodType> ? Name : never]: Part<
    R,
    Name,
    'input'
  >
}
/** The request as its handler receives it: parsed, with defaults applied. */
export type RequestParts<R> = { [Name in 'params' | 'query' | 'body']: Part<R, Name, 'output'> }
export type ResponseOutput<R extends { response: z.ZodType }> = z.output<R['response']>

export type RouteRequest<K extends RouteKey> = RequestInput<(typeof routes)[K]>
export type RouteParts<K extends RouteKey> = RequestParts<(typeof routes)[K]>
export type RouteResponse<K extends RouteKey> = ResponseOutput<(typeof routes)[K]>
