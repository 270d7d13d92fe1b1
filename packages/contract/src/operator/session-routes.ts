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
import { ById, reason, route, WithReason } from './route.ts'
import { Operator, OperatorGrant, OperatorMe, OperatorSession, SecondFactors } from './shapes.ts'

const done = result(z.literal(true))
const me = result(OperatorMe)
const secret = z.string().min(1).max(200)
const code = z.string().trim().min(6).max(32)
const Token = z.object({ token: z.string().min(20).max(100) })
const RecoveryCodes = result(z.object({ recoveryCodes: z.array(z.string()) }))
const secondFactors = result(SecondFactors)
const loginRefusals = ['OPERATOR_LOGIN_REFUSED', 'TOO_MANY_REQUESTS'] as const
const codeRefusals = [
  ...loginRefusals,
  'SECOND_FACTOR_CODE_INCORRECT',
  'SECOND_FACTOR_TICKET_INVALID',
] as const

/** Login, set-up and the operator's own sessions. */
export const sessionRoutes = {
  'POST /session/password': route({
    summary: 'Checks email and password; a second factor completes the login',
    permission: 'public',
    body: z.object({ email: emailField, password: secret }),
    response: result(
      z.object({ ticket: z.string(), methods: z.array(z.enum(['totp', 'passkey', 'recovery-code'])) }),
    ),
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
    summary: 'Starts a proof by passkey',
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
  'POST /session/recovery-codes': route({
    summary: 'Replaces the recovery codes',
    permission: 'self',
    needsProof: true,
    response: RecoveryCodes,
  }),
  'GET /session/second-factors': route({
    summary: "The operator's authenticator app, passkeys and recovery codes",
    permission: 'self',
    response: secondFactors,
  }),
  'POST /session/app': route({
    summary: 'Creates a secret for an authenticator app',
    permission: 'self',
    needsProof: true,
    response: result(z.object({ secret: z.string(), secretUri: z.string(), ticket: z.string() })),
  }),
  'POST /session/app/code': route({
    summary: 'Adds the authenticator app by its first code, in place of the one before',
    permission: 'self',
    needsProof: true,
    body: z.object({ secret, ticket: secret, code }),
    response: secondFactors,
    refusals: ['SECOND_FACTOR_SET_UP_EXPIRED', 'SECOND_FACTOR_CODE_INCORRECT'],
  }),
  'DELETE /session/app': route({
    summary: 'Removes the authenticator app; a passkey must be left',
    permission: 'self',
    needsProof: true,
    response: secondFactors,
    refusals: ['SECOND_FACTOR_NOT_FOUND', 'LAST_SECOND_FACTOR'],
  }),
  'POST /session/passkeys/options': route({
    summary: 'Starts adding a passkey',
    permission: 'self',
    needsProof: true,
    response: result(PasskeyCreationOptions),
  }),
  'POST /session/passkeys': route({
    summary: 'Adds a passkey',
    permission: 'self',
    needsProof: true,
    body: z.object({ name: passkeyNameField, passkey: PasskeyAttestation }),
    response: secondFactors,
    refusals: ['PASSKEY_NOT_ACCEPTED', 'PASSKEY_EXISTS'],
  }),
  'DELETE /session/passkeys/{id}': route({
    summary: 'Removes a passkey; another one or an app must be left',
    permission: 'self',
    needsProof: true,
    params: ById,
    response: secondFactors,
    refusals: ['PASSKEY_NOT_FOUND', 'LAST_SECOND_FACTOR'],
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
    summary: 'Chooses the password and starts the set-up of a second factor',
    permission: 'public',
    params: Token,
    body: z.object({ password: z.string().min(12).max(64) }),
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

/** Staff accounts. */
export const operatorsRoutes = {
  'GET /operators': route({
    summary: 'Lists the operators',
    permission: 'operators.manage',
    response: result(z.array(Operator)),
  }),
  'POST /operators': route({
    summary: 'Invites an operator by email',
    permission: 'operators.manage',
    needsProof: true,
    body: z.object({
      email: emailField,
      name: z.string().trim().min(1).max(80),
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
    needsProof: true,
    params: ById,
    body: z.object({ grants: z.array(OperatorGrant).min(1).max(50), reason }),
    response: result(Operator),
    refusals: ['OPERATOR_NOT_FOUND', 'LAST_OWNER', 'PROJECT_NOT_FOUND'],
  }),
  'POST /operators/{id}/suspend': route({
    summary: 'Suspends an operator and ends their sessions',
    permission: 'operators.manage',
    needsProof: true,
    params: ById,
    body: WithReason,
    response: result(Operator),
    refusals: ['OPERATOR_NOT_FOUND', 'LAST_OWNER'],
  }),
  'POST /operators/{id}/activate': route({
    summary: 'Lifts a suspension',
    permission: 'operators.manage',
    needsProof: true,
    params: ById,
    body: WithReason,
    response: result(Operator),
    refusals: ['OPERATOR_NOT_FOUND'],
  }),
  'POST /operators/{id}/reset-two-factor': route({
    summary: 'Removes the second factor and mails a link to set up a new one',
    permission: 'operators.manage',
    needsProof: true,
    params: ById,
    body: WithReason,
    response: result(z.object({ operator: Operator, link: z.string(), expiresAt: z.int() })),
    refusals: ['OPERATOR_NOT_FOUND', 'OPERATOR_NOT_ACTIVE'],
  }),
  'POST /operators/{id}/link': route({
    summary: 'Mails a new set-up link',
    permission: 'operators.manage',
    needsProof: true,
    params: ById,
    body: WithReason,
    response: result(z.object({ operator: Operator, link: z.string(), expiresAt: z.int() })),
    refusals: ['OPERATOR_NOT_FOUND', 'OPERATOR_NOT_ACTIVE'],
  }),
  'GET /operators/{id}': route({
    summary: 'One operator',
    permission: 'operators.manage',
    params: z.object({ id: Id }),
    response: result(Operator),
    refusals: ['OPERATOR_NOT_FOUND'],
  }),
} as const
