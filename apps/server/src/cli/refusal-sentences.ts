import { type BuildProblem, formatMoney, isCurrency } from '@playhub/contract'
import type { AnyRefusalCode } from '@playhub/contract/operator'
import type { Refusal } from '../platform/refusal.ts'

type Details = Record<string, unknown>
type Sentences = Partial<Record<AnyRefusalCode, string | ((details: Details) => string | string[])>>

const money = (amountMinor: unknown, currency: unknown) =>
  isCurrency(currency)
    ? formatMoney({ amountMinor: Number(amountMinor), currency }, 'en')
    : String(amountMinor)

const list = (words: unknown) => (Array.isArray(words) ? words.join(', ') : String(words))

type Problem = Pick<BuildProblem, 'path' | 'text'>

export const formatProblem = ({ path, text }: Problem) => `  ${path === null ? '' : `${path}: `}${text}`

/** How commands say a refusal, and what to do. */
export const refusalSentences: Sentences = {
  BODY_INVALID: ({ day }) => (day === undefined ? 'The email is not valid.' : `There is no day ${day}.`),
  PLAYER_NOT_FOUND: 'There is no such player; "players find" looks for one.',
  NOTE_NOT_FOUND: 'There is no such note; "players notes" lists them.',
  SECOND_FACTOR_NOT_FOUND: 'The player has no second factor.',
  SAVE_VERSION_NOT_FOUND: 'There is no such version. To list them: npm run hub -- saves list <player>',
  OPERATOR_FORBIDDEN: 'Your role does not allow this.',
  OFFER_NOT_FOUND: 'There is no such offer; "offers list <project>" shows them.',
  OFFER_WITHOUT_CODES: 'Only an offer with `kind: code` has codes.',
  CODES_TOO_MANY: 'The operator has made as many codes as they may today.',
  OFFER_NOT_RUNNING: 'The offer does not run now: edit or delete it in the content.',
  CODE_BATCH_NOT_FOUND: 'There is no such batch; "codes list <project>" shows them.',
  EDIT_CONFLICT: 'It has changed meanwhile: look at it again.',
  PAYMENT_NOT_FOUND: 'There is no such payment; "orders find" looks for one.',
  PAYMENT_NOT_PAID: 'The payment was never charged.',
  PAYMENT_DISPUTED:
    "The buyer's bank disputes the payment: answer the dispute in the provider's dashboard. If you win, refund it then.",
  PURCHASE_NOT_FOUND: 'The player does not have the item of this order.',
  REFUND_NOT_FOUND: 'There is no such refund.',
  REFUND_EXCEEDS_PAID: ({ left, currency }) =>
    `Only ${money(left, currency)} of the payment is left to refund.`,
  REFUND_TOO_SMALL: ({ smallest, currency }) =>
    `The provider refunds at least ${money(smallest, currency)}, and leaves at least that much or nothing.`,
  REFUND_LIMIT_EXCEEDED: ({ leftMinor, currency }) =>
    `The operator may refund ${money(leftMinor, currency)} more of this order or on this day.`,
  REFUND_ALREADY_SENT: 'The refund is not held any more: it cannot be undone.',
  GRANT_LIMIT_EXCEEDED: 'The item costs more than the operator may give away.',
  GRANTS_TOO_MANY: 'The operator has given away as many items as they may in 24 hours.',
  ITEM_ALREADY_OWNED: 'The player has an item of this order already, and can have it only once.',
  TICKET_NOT_FOUND: 'There is no such ticket; "tickets list" shows them.',
  TICKET_CLOSED: 'The ticket is closed and takes no more messages.',
  TICKET_CHANGED:
    'The ticket has a message that you have not seen; "tickets show" shows it. Nothing was sent.',
  REPLY_NOT_FOUND: 'There is no such saved reply; "replies list" shows them.',
  PLACEHOLDER_UNKNOWN: ({ unknown, known }) =>
    `The reply has unknown words in braces: ${list(unknown)}. Known are ${list(known)}.`,
  ALERT_WEBHOOK_NOT_FOUND: 'There is no such webhook of the publisher; "alerts list" shows them.',
  CONTENT_VERSION_NOT_FOUND: 'There is no such version: "content versions" lists them.',
  CONTENT_INVALID: 'The content has errors. Nothing was published.',
  CONTENT_IN_FOLDER: 'The content is read from its folder already.',
  CONTENT_FILE_TOO_LARGE: 'A file is larger than 25 MB: take it out of the folder. Nothing was taken in.',
  ALERT_WEBHOOKS_TOO_MANY: 'There are as many webhooks of the publisher as there may be: remove one first.',
  OPERATOR_EXISTS: 'There is an operator with this email; "operators list" shows all.',
  OPERATOR_NOT_FOUND: 'There is no such operator; "operators list" shows all.',
  OPERATOR_NOT_ACTIVE: 'The operator is suspended, or has not completed the set-up.',
  LAST_OWNER: 'This is the last active owner: add another owner first.',
  PROJECT_NOT_FOUND: 'There is no such project in the content.',
  WEBHOOK_NOT_FOUND: 'There is no such webhook; "webhooks waiting" and "webhooks dead" list them.',
  WEBHOOKS_NOT_SET_UP:
    'The project has no webhookUrl in its YAML, or no webhook secret: npm run hub -- secrets create <project>',
  KEY_NOT_FOUND: 'There is no such valid key; "keys list" shows them.',
  SECRET_NOT_FOUND: 'No secret with this id signs; "secrets list" shows them.',
  BOARD_NOT_FOUND: 'The project has no such leaderboard, or the leaderboard no such period.',
  SCORE_NOT_FOUND: 'This player has no score there that could be hidden or shown.',
  JOB_NOT_FOUND: 'There is no such dead job; "jobs" lists them.',
  GAMES_NOT_HOSTED:
    'This hub does not host games: set GAMES_HOST to a host with a wildcard DNS record, or GAME_FILES_URL.',
  BUILD_NOT_FOUND: 'There is no such build. To list them: npm run hub -- games versions <project>',
  BUILD_NOT_READY: 'The upload of this build is not finished.',
  BUILD_IS_CURRENT: 'Players get this build: activate another one first.',
  BUILD_NO_PREVIOUS: 'There is no earlier build to return to.',
  BUILD_REFUSED: ({ problems }) => ['The build is refused:', ...(problems as Problem[]).map(formatProblem)],
}

export function describeRefusal({ code, details, errors = [] }: Refusal): string[] {
  if (errors.length > 0)
    return errors.map(({ field, message }) =>
      field === 'email' ? 'The email is not valid.' : `--${field}: ${message}.`,
    )
  const sentence = refusalSentences[code] ?? code
  return [typeof sentence === 'function' ? sentence(details ?? {}) : sentence].flat()
}
