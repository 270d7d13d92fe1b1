import * as z from 'zod'
import { emailField, passkeyNameField } from '../forms.ts'
import {
  Id,
  Instant,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  result,
} from '../shapes.ts'
import { operatorRoles } from './permissions.ts'
import { ById, operatorName, reason, route, WithReason } from './route.ts'
import { Operator, OperatorGrant, OperatorMe, OperatorSession, TwoFactorMethodList } from './shapes.ts'

const done = result(z.literal(true))
const me = result(OperatorMe)
const secret = z.string().min(1).max(200)
const code = z.string().trim().min(6).max(32)
const newPassword = z.string().min(12).max(64)
const TwoFactorMethods = z.array(z.enum(['totp', 'passkey', 'recovery-code']))
const Token = z.object({ token: z.string().min(20).max(100) })
const RecoveryCodes = result(z.object({ recoveryCodes: z.array(z.string()) }))
const twoFactor = result(TwoFactorMethodList)
const loginRefusals = ['OPERATOR_LOGIN_REFUSED', 'TOO_MANY_REQUESTS'] as const
const codeRefusals = [
  ...loginRefusals,
  'SECOND_FACTOR_CODE_INCORRECT',
  'SECOND_FACTOR_TICKET_INVALID',
] as const

/** Login, set-up and the operator's own sessions. */
export const sessionRoutes = {
  'POST /session/password': route({
    summary: 'Checks email and password; a two-factor method completes the login',
    permission: 'public',
    body: z.object({ email: emailField, password: secret }),
    response: result(z.object({ ticket: z.string(), methods: TwoFactorMethods })),
    refusals: loginRefusals,
  }),
  'POST /session/code': route({
    summary: "Logs in with a code of the operator's app",
    permission: 'public',
    body: z.object({ ticket: secret, code }),
    response: me,
    refusals: codeRefusals,
  }),
  'POST /session/recovery-code': route({
    summary: 'Logs in with a recovery code, which is used up',
    permission: 'public',
    body: z.object({ ticket: secret, code }),
    response: me,
    refusals: codeRefusals,
  }),
  'POST /session/passkey/options': route({
    summary: 'Starts a login by passkey',
    permission: 'public',
    response: result(PasskeyRequestOptions),
  }),
  'POST /session/passkey': route({
    summary: 'Logs in by passkey, which needs no password',
    permission: 'public',
    body: z.object({ passkey: PasskeyAssertion }),
    response: me,
    refusals: loginRefusals,
  }),
  'GET /session': route({ summary: 'The logged-in operator', permission: 'self', response: me }),
  'DELETE /session': route({ summary: 'Logs out', permission: 'self', response: done }),
  'GET /session/list': route({
    summary: "The operator's login sessions",
    permission: 'self',
    response: result(z.array(OperatorSession)),
  }),
  'POST /session/{id}/end': route({
    summary: 'Ends one of the own login sessions',
    permission: 'self',
    params: ById,
    response: done,
    refusals: ['LOGIN_SESSION_NOT_FOUND'],
  }),
  'POST /session/proof/code': route({
    summary: "Proves the operator's presence with a code of the app, for ten minutes",
    permission: 'self',
    body: z.object({ code }),
    response: me,
    refusals: ['SECOND_FACTOR_CODE_INCORRECT', 'TOO_MANY_REQUESTS'],
  }),
  'POST /session/proof/passkey/options': route({
    summary: 'Starts a reauthentication by passkey',
    permission: 'self',
    response: result(PasskeyRequestOptions),
  }),
  'POST /session/proof/passkey': route({
    summary: "Proves the operator's presence with a passkey, for ten minutes",
    permission: 'self',
    body: z.object({ passkey: PasskeyAssertion }),
    response: me,
    refusals: ['PASSKEY_NOT_ACCEPTED'],
  }),
  'PUT /session/language': route({
    summary: "Sets the operator's language",
    permission: 'self',
    body: z.object({ language: z.enum(['ru', 'en']) }),
    response: me,
  }),
  'PUT /session/profile': route({
    summary: "Sets the operator's name and language",
    permission: 'self',
    body: z.object({ name: operatorName, language: z.enum(['ru', 'en']) }),
    response: me,
  }),
  'PUT /session/weekly-report': route({
    summary: 'Turns the weekly email with the figures of the own projects on or off',
    permission: 'self',
    body: z.object({ isOn: z.boolean() }),
    response: me,
  }),
  'POST /session/end-others': route({
    summary: "Ends the operator's other login sessions",
    permission: 'self',
    response: result(z.object({ ended: z.int() })),
  }),
  'POST /session/change-password': route({
    summary: "Changes the operator's password and ends the other sessions",
    permission: 'self',
    needsReauthentication: true,
    body: z.object({ password: secret, newPassword }),
    response: done,
    refusals: ['OPERATOR_PASSWORD_INCORRECT', 'PASSWORD_COMMON', 'TOO_MANY_REQUESTS'],
  }),
  'POST /session/recovery-codes': route({
    summary: 'Replaces the recovery codes',
    permission: 'self',
    needsReauthentication: true,
    response: RecoveryCodes,
  }),
  'GET /session/second-factors': route({
    summary: "The operator's authenticator app, passkeys and recovery codes",
    permission: 'self',
    response: twoFactor,
  }),
  'POST /session/app': route({
    summary: 'Creates a secret for an authenticator app',
    permission: 'self',
    needsReauthentication: true,
    response: result(z.object({ secret: z.string(), secretUri: z.string(), ticket: z.string() })),
  }),
  'POST /session/app/code': route({
    summary: 'Adds the authenticator app by its first code, in place of the one before',
    permission: 'self',
    needsReauthentication: true,
    body: z.object({ secret, ticket: secret, code }),
    response: twoFactor,
    refusals: ['SECOND_FACTOR_SET_UP_EXPIRED', 'SECOND_FACTOR_CODE_INCORRECT'],
  }),
  'DELETE /session/app': route({
    summary: 'Removes the authenticator app; a passkey must be left',
    permission: 'self',
    needsReauthentication: true,
    response: twoFactor,
    refusals: ['SECOND_FACTOR_NOT_FOUND', 'LAST_SECOND_FACTOR'],
  }),
  'POST /session/passkeys/options': route({
    summary: 'Starts adding a passkey',
    permission: 'self',
    needsReauthentication: true,
    response: result(PasskeyCreationOptions),
  }),
  'POST /session/passkeys': route({
    summary: 'Adds a passkey',
    permission: 'self',
    needsReauthentication: true,
    body: z.object({ name: passkeyNameField, passkey: PasskeyAttestation }),
    response: twoFactor,
    refusals: ['PASSKEY_NOT_ACCEPTED', 'PASSKEY_EXISTS'],
  }),
  'DELETE /session/passkeys/{id}': route({
    summary: 'Removes a passkey; another one or an app must be left',
    permission: 'self',
    needsReauthentication: true,
    params: ById,
    response: twoFactor,
    refusals: ['PASSKEY_NOT_FOUND', 'LAST_SECOND_FACTOR'],
  }),

  'POST /session/forgotten-password': route({
    summary: 'Mails a link for a new password to an operator; other emails get the same response',
    permission: 'public',
    body: z.object({ email: emailField }),
    response: done,
    refusals: ['TOO_MANY_REQUESTS'],
  }),
  'GET /new-password/{token}': route({
    summary: 'Who a link for a new password is for',
    permission: 'public',
    params: Token,
    response: result(
      z.object({ email: z.string(), name: z.string(), methods: TwoFactorMethods, expiresAt: Instant }),
    ),
    refusals: ['OPERATOR_LINK_INVALID'],
  }),
  'POST /new-password/{token}/passkey/options': route({
    summary: 'Starts the check of a passkey for a new password',
    permission: 'public',
    params: Token,
    response: result(PasskeyRequestOptions),
    refusals: ['OPERATOR_LINK_INVALID'],
  }),
  'POST /new-password/{token}': route({
    summary: 'Sets a new password, proved by a code or a passkey; ends all sessions and logs in',
    permission: 'public',
    params: Token,
    body: z
      .object({ password: newPassword, code: code.optional(), passkey: PasskeyAssertion.optional() })
      .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined)),
    response: me,
    refusals: [
      'OPERATOR_LINK_INVALID',
      'PASSWORD_COMMON',
      'SECOND_FACTOR_CODE_INCORRECT',
      'PASSKEY_NOT_ACCEPTED',
      ...loginRefusals,
    ],
  }),

  'GET /set-up/{token}': route({
    summary: 'Who a set-up link is for',
    permission: 'public',
    params: Token,
    response: result(
      z.object({
        purpose: z.enum(['set-up', 'two-factor']).describe('`two-factor` asks for the present password'),
        email: z.string(),
        name: z.string(),
        isPasswordEntered: z.boolean(),
        expiresAt: Instant,
      }),
    ),
    refusals: ['OPERATOR_LINK_INVALID'],
  }),
  'POST /set-up/{token}/password': route({
    summary: 'Chooses the password and starts the set-up of a two-factor method',
    permission: 'public',
    params: Token,
    body: z.object({ password: newPassword }),
    response: result(
      z.object({ secret: z.string(), secretUri: z.string(), passkeyOptions: PasskeyCreationOptions }),
    ),
    refusals: ['OPERATOR_LINK_INVALID', 'PASSWORD_COMMON', 'OPERATOR_LOGIN_REFUSED', 'TOO_MANY_REQUESTS'],
  }),
  'POST /set-up/{token}/code': route({
    summary: 'Completes the set-up with the first code of the app',
    permission: 'public',
    params: Token,
    body: z.object({ code }),
    response: RecoveryCodes,
    refusals: [
      'OPERATOR_LINK_INVALID',
      'SET_UP_STEP_MISSING',
      'SECOND_FACTOR_CODE_INCORRECT',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'POST /set-up/{token}/passkey': route({
    summary: 'Completes the set-up with a passkey',
    permission: 'public',
    params: Token,
    body: z.object({ passkey: PasskeyAttestation }),
    response: RecoveryCodes,
    refusals: ['OPERATOR_LINK_INVALID', 'SET_UP_STEP_MISSING', 'PASSKEY_NOT_ACCEPTED', 'PASSKEY_EXISTS'],
  }),
} as const

const operatorColumns = ['email', 'name', 'state', 'grants', 'hasApp', 'passkeys', 'lastSeenAt']

/** Staff accounts. */
export const operatorsRoutes = {
  'GET /operators': route({
    summary: 'Lists the operators',
    permission: 'operators.manage',
    command: { name: 'operators list', columns: operatorColumns },
    response: result(z.array(Operator)),
  }),
  'POST /operators': route({
    summary: 'Invites an operator by email',
    permission: 'operators.manage',
    command: { none: 'The command operators add gives several roles at once.' },
    needsReauthentication: true,
    body: z.object({
      email: emailField,
      name: operatorName,
      language: z.enum(['ru', 'en']).optional().describe('Of the invitation; default: that of the caller'),
      role: z.enum(operatorRoles),
      project: z.string().min(1).max(64).default('*'),
      reason,
    }),
    response: result(z.object({ operator: Operator, link: z.string(), expiresAt: z.int() })),
    refusals: ['OPERATOR_EXISTS', 'PROJECT_NOT_FOUND'],
  }),
  'PUT /operators/{id}/roles': route({
    summary: "Replaces an operator's roles",
    permission: 'operators.manage',
    command: { none: 'The command operators roles takes --role and --project.' },
    needsReauthentication: true,
    params: ById,
    body: z.object({ grants: z.array(OperatorGrant).min(1).max(50), reason }),
    response: result(Operator),
    refusals: ['OPERATOR_NOT_FOUND', 'LAST_OWNER', 'PROJECT_NOT_FOUND'],
  }),
  'POST /operators/{id}/suspend': route({
    summary: 'Suspends an operator and ends their sessions',
    permission: 'operators.manage',
    command: {
      name: 'operators suspend',
      arguments: { operator: 'id' },
      says: 'Operator {email} is suspended and logged out everywhere.',
    },
    needsReauthentication: true,
    params: ById,
    body: WithReason,
    response: result(Operator),
    refusals: ['OPERATOR_NOT_FOUND', 'LAST_OWNER'],
  }),
  'POST /operators/{id}/activate': route({
    summary: 'Lifts a suspension',
    permission: 'operators.manage',
    command: {
      name: 'operators activate',
      arguments: { operator: 'id' },
      says: 'Operator {email} is no longer suspended.',
    },
    needsReauthentication: true,
    params: ById,
    body: WithReason,
    response: result(Operator),
    refusals: ['OPERATOR_NOT_FOUND'],
  }),
  'POST /operators/{id}/reset-two-factor': route({
    summary: 'Removes the two-factor method and mails a link to set up a new one',
    permission: 'operators.manage',
    command: {
      name: 'operators reset-two-factor',
      arguments: { operator: 'id' },
      says: 'The link of {operator.email}, which works once until {expiresAt}:\n  {link}\nA running hub mails another one that does the same.',
    },
    needsReauthentication: true,
    params: ById,
    body: WithReason,
    response: result(z.object({ operator: Operator, link: z.string(), expiresAt: z.int() })),
    refusals: ['OPERATOR_NOT_FOUND', 'OPERATOR_NOT_ACTIVE'],
  }),
  'POST /operators/{id}/link': route({
    summary: 'Mails a new set-up link',
    permission: 'operators.manage',
    command: {
      name: 'operators link',
      arguments: { operator: 'id' },
      needs: [],
      says: 'The link of {operator.email}, which works once until {expiresAt}:\n  {link}\nA running hub mails another one that does the same.',
    },
    needsReauthentication: true,
    params: ById,
    body: WithReason,
    response: result(z.object({ operator: Operator, link: z.string(), expiresAt: z.int() })),
    refusals: ['OPERATOR_NOT_FOUND', 'OPERATOR_NOT_ACTIVE'],
  }),
  'GET /operators/{id}': route({
    summary: 'One operator',
    permission: 'operators.manage',
    command: { name: 'operators show', arguments: { operator: 'id' } },
    params: z.object({ id: Id }),
    response: result(Operator),
    refusals: ['OPERATOR_NOT_FOUND'],
  }),
} as const
