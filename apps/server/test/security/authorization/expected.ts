/** Expected outcomes: for each contract call, a request about one player's records, by caller. */
import type {
  RefusalCode,
  RouteKey,
  RouteRequest,
  ServerRouteKey,
  ServerRouteRequest,
} from '@playhub/contract'
import { newId } from '../../../src/platform/ids.ts'
import { ownProject, type Records } from '../records.ts'

/** There are no operator roles: operators use commands on the hub's machine. */
export const callers = [
  'guest',
  'revoked login',
  'game token',
  'own key',
  'foreign key',
  'other player',
  'player',
] as const
export type CallerName = (typeof callers)[number]

export type Outcome = RefusalCode | 'ok'
type Outcomes = Record<CallerName, Outcome>

type Row<Request> = {
  request: (records: Records) => Partial<Request>
  outcomes: Outcomes
  /** The call ends what later calls need, so its players are made for it. */
  ownPlayers?: true
}

const noRequest = () => ({})

/** Public calls do not look at tokens. */
function anyone<Request>(outcome: Outcome, request: Row<Request>['request'] = noRequest): Row<Request> {
  const outcomes = Object.fromEntries(callers.map((caller) => [caller, outcome])) as Outcomes
  return { request, outcomes }
}

/** Only login tokens are accepted. */
function players<Request>(
  player: Outcome,
  otherPlayer: Outcome,
  request: Row<Request>['request'] = noRequest,
): Row<Request> {
  const { outcomes } = anyone('UNAUTHORIZED')
  return { request, outcomes: { ...outcomes, player, 'other player': otherPlayer } }
}

/** Only project keys are accepted. */
function servers<Request>(
  ownKey: Outcome,
  foreignKey: Outcome,
  request: Row<Request>['request'] = noRequest,
): Row<Request> {
  const { outcomes } = anyone('PROJECT_KEY_INVALID')
  return { request, outcomes: { ...outcomes, 'own key': ownKey, 'foreign key': foreignKey } }
}

const email = 'nobody@example.org'
const password = 'Harbour2031'
const project = ownProject
const captcha = Buffer.from('{}').toString('base64')
const order = ({ orderId }: Records) => ({ params: { id: orderId } })
const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const }
const assertion = {
  ...passkey,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const onBoard = { project, board: 'best' }
const newFlow = () => ({ body: { id: newId().replaceAll('-', '') } })

export const playerOutcomes: { [K in RouteKey]: Row<RouteRequest<K>> } = {
  'POST /auth/login-by-email': anyone('USER_NOT_EXIST_LOGIN_BY_EMAIL', () => ({
    body: { email: `${newId()}@example.org`, password },
  })),
  'POST /auth/register-by-email': anyone('CAPTCHA_INVALID', () => ({
    body: { email, password, consent: true, captcha },
  })),
  'POST /auth/send-verification-code': anyone('SEND_VERIFICATION_CODE_INCORRECT', () => ({
    body: { email, code: '000000' },
  })),
  'POST /auth/send-recovery-password-code': anyone('SEND_RECOVERY_PASSWORD_CODE_INCORRECT', () => ({
    body: { email, code: '000000' },
  })),
  'POST /auth/recovery-password': anyone('USER_NOT_EXIST_RECOVERY_PASSWORD', () => ({
    body: { email: `${newId()}@example.org` },
  })),
  'POST /auth/activate-new-password': anyone('RESET_TICKET_INVALID', () => ({
    body: { email, password, resetTicket: 'none' },
  })),
  'GET /auth/check/{jwt}': anyone('ok', () => ({ params: { jwt: 'none' } })),
  'POST /auth/apple-login': anyone('IDENTITY_NOT_PROVEN', () => ({ body: { idToken: 'none' } })),
  'POST /auth/telegram-login': anyone('IDENTITY_NOT_PROVEN', () => ({ body: { userData: {} } })),
  'POST /auth/facebook-login': anyone('IDENTITY_NOT_PROVEN', () => ({ body: { profile: {} } })),
  'POST /auth/google-login-native': anyone('IDENTITY_NOT_PROVEN', () => ({ body: { accessToken: 'none' } })),
  'POST /auth/set-user-auth-state': anyone('ok', newFlow),
  'GET /auth/check-user-auth-state/{id}': anyone('AUTH_STATE_NOT_FOUND', () => ({
    params: { id: 'nobody-opened-this' },
  })),

  'GET /payments/set-pending/{id}': players('ok', 'PAYMENT_NOT_FOUND', order),
  'GET /payments/yookassa/create/{id}': players('ok', 'PAYMENT_NOT_FOUND', order),
  'GET /payments/yookassa/modal-close/{id}': players('ok', 'PAYMENT_NOT_FOUND', order),
  'GET /payments/stripe/create/{id}': players('ok', 'PAYMENT_NOT_FOUND', order),
  'POST /payments/stripe/cancellation-payment': players(
    'PAYMENT_NOT_FOUND',
    'PAYMENT_NOT_FOUND',
    ({ orderId }) => ({
      body: { paymentId: orderId, stripePaymentId: 'pi_unknown' },
    }),
  ),
  'POST /payments/waive-withdrawal/{id}': players('ok', 'PAYMENT_NOT_FOUND', ({ orderId }) => ({
    params: { id: orderId },
    body: { sha256: '0'.repeat(64) },
  })),
  'POST /payments/withdraw': players('PAYMENT_NOT_PAID', 'PAYMENT_NOT_FOUND', ({ paidOrderId }) => ({
    body: { paymentId: paidOrderId, step: 'declare' },
  })),
  'POST /payments/cancel': players('ok', 'PAYMENT_NOT_FOUND', ({ orderId }) => ({
    body: { paymentId: orderId },
  })),
  'POST /payments/yandex-pay/create': players('ok', 'PAYMENT_NOT_FOUND', ({ orderId }) => ({
    body: { paymentId: orderId },
  })),
  // The records have no card: `remembered-cards.test.ts` has the cases with one.
  'POST /payments/remembered-cards/pay': players('CARD_NOT_FOUND', 'PAYMENT_NOT_FOUND', ({ orderId }) => ({
    body: { paymentId: orderId, cardId: newId() },
  })),
  'GET /payments/remembered-cards': players('ok', 'ok'),
  'POST /payments/remembered-cards/{id}/remove': players('CARD_NOT_FOUND', 'CARD_NOT_FOUND', () => ({
    params: { id: newId() },
  })),
  'GET /payments/get/{id}': players('ok', 'PAYMENT_NOT_FOUND', order),
  'GET /payments/process/{id}': players('ok', 'PAYMENT_NOT_FOUND', order),
  'POST /payments/update-mail-to-receive-check': players('ok', 'ok', () => ({ body: { email } })),
  'GET /payments/get-user-payments': players('ok', 'ok'),
  'GET /payments/get-user-payment': players('ok', 'PAYMENT_NOT_FOUND', ({ orderId }) => ({
    query: { paymentId: orderId },
  })),
  'GET /user/get-receipt-link': players('ok', 'PAYMENT_NOT_FOUND', ({ paidOrderId }) => ({
    query: { privatePaymentId: paidOrderId },
  })),
  'POST /payments/send-letter-support': players('ok', 'PAYMENT_NOT_FOUND', ({ paidOrderId }) => ({
    body: { data: { email, reason: 'DROP_NOT_CREDITED', paymentId: paidOrderId } },
  })),

  'POST /session/get': anyone('ok', () => ({ body: { project } })),
  'GET /control/get-initial-config': anyone('ok'),
  'GET /control/get-games-data': anyone('ok'),
  'GET /control/get-game-data': anyone('ok', () => ({ query: { projectName: project } })),
  'GET /control/get-single-game-data': anyone('ok', () => ({ query: { projectName: project } })),
  'GET /control/get-prices': anyone('ok'),

  // Outside the sandbox it needs a login.
  'POST /developers/inspect': anyone('ok', () => ({ body: { url: 'http://127.0.0.1:1/' } })),
  'POST /developers/trials': anyone('BODY_INVALID'),
  // The link is the right.
  'GET /developers/previews/{preview}': anyone('BUILD_NOT_FOUND', () => ({ params: { preview: 'wrong' } })),
  'GET /control/find-games': anyone('ok'),
  'GET /captcha/challenge': anyone('ok', () => ({ query: { purpose: 'login' } })),
  'POST /auth/resend-verification-code': anyone('CODE_EXPIRED', () => ({ body: { email } })),
  'POST /auth/passkey/options': anyone('ok'),
  'POST /auth/passkey/login': anyone('PASSKEY_NOT_FOUND', () => ({ body: { response: assertion } })),
  'POST /auth/second-factor': anyone('SECOND_FACTOR_TICKET_INVALID', () => ({
    body: { ticket: 'none', code: '000000' },
  })),
  'POST /auth/logout': { ...players('ok', 'ok'), ownPlayers: true },
  'GET /me': players('ok', 'ok'),
  'POST /me/names': players('ok', 'ok', () => ({ body: { firstName: 'Anna', lastName: 'Petrova' } })),
  'POST /me/password': {
    ...players('ok', 'ok', () => ({ body: { currentPassword: 'Playhub2030', password } })),
    ownPlayers: true,
  },
  'GET /me/identities': players('ok', 'ok'),
  'POST /me/identities/link': players('ok', 'ok', newFlow),
  'POST /me/identities/unlink': players('IDENTITY_IS_LAST', 'IDENTITY_IS_LAST', () => ({
    body: { provider: 'mail' },
  })),
  'GET /me/passkeys': players('ok', 'ok'),
  'POST /me/passkeys/options': players('ok', 'ok'),
  'POST /me/passkeys': players('PASSKEY_NOT_ACCEPTED', 'PASSKEY_NOT_ACCEPTED', () => ({
    body: {
      name: 'Phone',
      response: { ...passkey, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
    },
  })),
  'POST /me/passkeys/{id}/rename': players('ok', 'PASSKEY_NOT_FOUND', ({ passkeyId }) => ({
    params: { id: passkeyId },
    body: { name: 'Tablet' },
  })),
  'POST /me/passkeys/{id}/remove': {
    ...players('ok', 'PASSKEY_NOT_FOUND', ({ passkeyId }) => ({ params: { id: passkeyId } })),
    ownPlayers: true,
  },
  'GET /me/second-factor': players('ok', 'ok'),
  'POST /me/second-factor/setup': { ...players('ok', 'ok'), ownPlayers: true },
  'POST /me/second-factor': players('SECOND_FACTOR_NOT_FOUND', 'SECOND_FACTOR_NOT_FOUND', () => ({
    body: { code: '000000' },
  })),
  'POST /me/second-factor/recovery-codes': players('SECOND_FACTOR_NOT_FOUND', 'SECOND_FACTOR_NOT_FOUND'),
  'POST /me/second-factor/remove': players('SECOND_FACTOR_NOT_FOUND', 'SECOND_FACTOR_NOT_FOUND'),
  'GET /me/reauthentication': players('ok', 'ok'),
  'POST /me/reauthentication/password': players('ok', 'ok', () => ({ body: { password: 'Playhub2030' } })),
  'POST /me/reauthentication/passkey/options': players('ok', 'ok'),
  'POST /me/reauthentication/passkey': players('PASSKEY_NOT_FOUND', 'PASSKEY_NOT_FOUND', () => ({
    body: { response: assertion },
  })),
  'POST /me/reauthentication/provider': players('ok', 'ok', newFlow),
  'POST /auth/undo-account-change': anyone('UNDO_LINK_INVALID', () => ({ body: { token: 'none' } })),
  'POST /auth/decide-consent': anyone('AUTH_STATE_NOT_FOUND', () => ({
    body: { id: 'nobody-opened-this', consent: true },
  })),
  'GET /me/consents': players('ok', 'ok'),
  'POST /me/consents': players('ok', 'ok', () => ({ body: { consent: true as const } })),
  'POST /me/consents/withdraw': players('ok', 'ok', () => ({ body: { purpose: 'personal-data' as const } })),
  'GET /me/account-changes': players('ok', 'ok'),
  'POST /me/pending-undo/stop': players('ok', 'ok'),
  'GET /me/login-sessions': players('ok', 'ok'),
  'POST /me/login-sessions/{id}/revoke': players('ok', 'LOGIN_SESSION_NOT_FOUND', ({ loginSessionId }) => ({
    params: { id: loginSessionId },
  })),
  'POST /me/login-sessions/revoke-all': { ...players('ok', 'ok'), ownPlayers: true },
  'GET /me/library': players('ok', 'ok'),
  'POST /me/library/favourite': players('ok', 'ok', () => ({ body: { project, isFavourite: true } })),
  'POST /me/library/played': players('ok', 'ok', () => ({ body: { project } })),
  'POST /me/library/merge': players('ok', 'ok', () => ({ body: { games: [] } })),
  'GET /me/export': players('ok', 'ok'),
  'POST /me/deletion': { ...players('ok', 'ok'), ownPlayers: true },
  'POST /me/deletion/undo': players('ok', 'ok'),
  'POST /play/token': players('ok', 'ok', () => ({ body: { project } })),
  'POST /play/start': anyone('ok', () => ({ body: { project } })),
  // A player chooses the game, never the address.
  'GET /play/frame-status': anyone('ok', () => ({ query: { project } })),
  'POST /play/view': anyone('ok', () => ({
    body: { project, visit: { device: 'phone' as const, referrer: '' } },
  })),
  // Whoever has a play's id may report; nobody can make one up.
  'POST /play/report': anyone('PLAY_NOT_FOUND', () => ({ body: { playId: 'made-up', activeSeconds: 60 } })),
  'GET /play/leaderboards': anyone('ok', () => ({ query: { project } })),
  'GET /play/scores/top': anyone('ok', () => ({ query: onBoard })),
  'GET /play/scores/around': players('ok', 'ok', () => ({ query: onBoard })),
  // Whoever plays may submit; nobody submits in the play of another player.
  'POST /play/scores': players('ok', 'PLAY_NOT_FOUND', ({ playId }) => ({
    body: { ...onBoard, score: 1, playId },
  })),
  'POST /play/scores/report': players('SCORE_NOT_FOUND', 'SCORE_NOT_FOUND', () => ({
    body: { entry: 'made-up' },
  })),
  'GET /play/achievements': anyone('ok', () => ({ query: { project } })),
  'POST /play/achievements': players('ok', 'PLAY_NOT_FOUND', ({ playId }) => ({
    body: { project, achievement: 'first-treasure', playId },
  })),
  'GET /me/scores': players('ok', 'ok'),
  'POST /me/scores/name': players('ok', 'ok', () => ({ body: { name: 'number' } })),
  'GET /play/saves': players('ok', 'ok', () => ({ query: { project } })),
  // Each has saves of their own.
  'POST /play/saves/write': players('ok', 'ok', () => ({
    body: { project, key: 'progress', value: '{}', ifVersion: 0 },
  })),
  'POST /play/saves/remove': players('ok', 'ok', () => ({
    body: { project, key: 'progress', ifVersion: 1 },
  })),
  'POST /play/saves/merge': players('ok', 'ok', () => ({ body: { project, saves: [] } })),
  'POST /payments/create': players('ok', 'ok', () => ({ body: { itemId: `${project}-hints` } })),
  'POST /payments/reprice/{id}': players('PAYMENT_IN_PROGRESS', 'PAYMENT_NOT_FOUND', (records) => ({
    ...order(records),
    body: {},
  })),
  'POST /offers/prices': players('ok', 'ok', () => ({ body: { project } })),
  'GET /offers/gifts': players('ok', 'ok', () => ({ query: { project } })),
  'POST /offers/gifts/claim': players('OFFER_NOT_FOUND', 'OFFER_NOT_FOUND', () => ({
    body: { project, offerId: 'none' },
  })),
  'GET /purchases/owned': players('ok', 'ok'),
  'GET /support/tickets': players('ok', 'ok'),
  'GET /support/tickets/{id}': players('ok', 'TICKET_NOT_FOUND', ({ ticketId }) => ({
    params: { id: ticketId },
  })),
  'POST /support/tickets/{id}/answer': players('ok', 'TICKET_NOT_FOUND', ({ ticketId }) => ({
    params: { id: ticketId },
    body: { text: 'It is still gone.' },
  })),
  'GET /purchases': players('ok', 'ok'),
  'POST /purchases/{id}/consume': players('ok', 'PURCHASE_NOT_FOUND', ({ purchaseId }) => ({
    params: { id: purchaseId },
  })),
}

export const serverOutcomes: { [K in ServerRouteKey]: Row<ServerRouteRequest<K>> } = {
  'POST /payments': servers('ok', 'PLAYER_NOT_FOUND', ({ playerId }) => ({
    body: { playerId, itemId: `${project}-hints` },
  })),
  'GET /payments/{id}': servers('ok', 'PAYMENT_NOT_FOUND', order),
  'POST /payments/{id}/refunds': servers('PAYMENT_NOT_PAID', 'PAYMENT_NOT_FOUND', ({ orderId }) => ({
    params: { id: orderId },
    body: { reason: 'Bought twice' },
  })),
  'GET /purchases': servers('ok', 'ok'),
  'POST /purchases/{id}/consume': servers('ok', 'PURCHASE_NOT_FOUND', ({ purchaseId }) => ({
    params: { id: purchaseId },
  })),
  'GET /players/{id}': servers('ok', 'PLAYER_NOT_FOUND', ({ playerId }) => ({ params: { id: playerId } })),
  'POST /scores': servers('ok', 'PLAYER_NOT_FOUND', ({ playerId }) => ({
    body: { playerId, board: 'best', score: 2 },
  })),
  'GET /achievements': servers('ok', 'PLAYER_NOT_FOUND', ({ playerId }) => ({ query: { playerId } })),
  'POST /achievements': servers('ok', 'PLAYER_NOT_FOUND', ({ playerId }) => ({
    body: { playerId, achievement: 'first-treasure' },
  })),
  'GET /saves': servers('ok', 'PLAYER_NOT_FOUND', ({ playerId }) => ({ query: { playerId } })),
  'PUT /saves': servers('ok', 'PLAYER_NOT_FOUND', ({ playerId }) => ({
    body: { playerId, key: 'inventory', value: '[]' },
  })),
  'DELETE /saves': servers('ok', 'PLAYER_NOT_FOUND', ({ playerId }) => ({
    query: { playerId, key: 'inventory' },
  })),
  'GET /offers': servers('ok', 'ok'),
  'GET /insights': servers('ok', 'ok'),
  'POST /codes': servers('OFFER_NOT_FOUND', 'OFFER_NOT_FOUND', () => ({
    body: { offerId: 'none', count: 1 },
  })),
  'GET /webhooks': servers('ok', 'ok'),
  'POST /webhooks/test': servers('ok', 'ok'),
  'POST /builds': servers('PROJECT_KEY_SCOPE_WRONG', 'PROJECT_KEY_SCOPE_WRONG'),
  'POST /builds/{id}/finish': servers('PROJECT_KEY_SCOPE_WRONG', 'PROJECT_KEY_SCOPE_WRONG', order),
  'GET /builds': servers('PROJECT_KEY_SCOPE_WRONG', 'PROJECT_KEY_SCOPE_WRONG'),
  'GET /builds/{id}': servers('PROJECT_KEY_SCOPE_WRONG', 'PROJECT_KEY_SCOPE_WRONG', order),
  'POST /builds/{id}/activate': servers('PROJECT_KEY_SCOPE_WRONG', 'PROJECT_KEY_SCOPE_WRONG', order),
  'POST /builds/rollback': servers('PROJECT_KEY_SCOPE_WRONG', 'PROJECT_KEY_SCOPE_WRONG'),
  'DELETE /builds/{id}': servers('PROJECT_KEY_SCOPE_WRONG', 'PROJECT_KEY_SCOPE_WRONG', order),
  'POST /webhooks/{id}/resend': servers('ok', 'WEBHOOK_NOT_FOUND', ({ webhookId }) => ({
    params: { id: webhookId },
  })),
}
