import type { ManagementDeps } from '../../operators/deps.ts'
import type { IssuedLink } from '../../operators/links/links.ts'
import { addOperator } from '../../operators/management/add-operator.ts'
import {
  activateOperator,
  changeRoles,
  reissueLink,
  resetTwoFactor,
  suspendOperator,
} from '../../operators/management/change-operator.ts'
import {
  getOperatorId,
  type ListedOperator,
  listOperators,
} from '../../operators/management/list-operators.ts'
import {
  type CommandContext,
  type CommandDeps,
  maxListed,
  onDatabase,
  type RefusalMessages,
  toOperation,
} from '../command-context.ts'
import { instant } from '../format.ts'
import { type GrantOptions, readGrants } from './read-grants.ts'

const messages: RefusalMessages = {
  BODY_INVALID: () => 'The email is not valid.',
  OPERATOR_EXISTS: () => 'There is an operator with this email; "operators list" shows all.',
  OPERATOR_NOT_FOUND: () => 'There is no such operator; "operators list" shows all.',
  OPERATOR_NOT_ACTIVE: () => 'The operator is suspended, or has not completed the set-up.',
  LAST_OWNER: () => 'This is the last active owner: add another owner first.',
}

type AddOptions = GrantOptions & { name?: string; language?: string }

export async function add(
  context: CommandContext,
  [email = '']: string[],
  options: AddOptions,
): Promise<number> {
  const grants = readGrants(context, options)
  const { name, language = 'en' } = options
  if (!grants) return 1
  if (language !== 'ru' && language !== 'en') {
    context.print(`"${language}" is not "ru" or "en".`)
    return 1
  }
  return onOperators(context, async (deps) => {
    const { id, ...link } = await addOperator(deps, { email, name, language, grants }, toOperation(context))
    showLink(context, { id, email, ...link })
  })
}

export function list(context: CommandContext): Promise<number> {
  const { print } = context
  return onDatabase(context, async ({ db }) => {
    const operators = (await listOperators(db)).slice(0, maxListed)
    context.setJson(operators)
    if (operators.length === 0)
      print('There are no operators. To add one: npm run hub -- operators add <email> --role owner')
    for (const operator of operators) print(`  ${formatLine(operator)}`)
  })
}

function formatLine({ email, name, state, grants, hasApp, passkeys, lastSeenAt }: ListedOperator): string {
  const roles = grants.map(({ role, project }) => (project === '*' ? role : `${role} of ${project}`))
  const factors = [...(hasApp ? ['app'] : []), ...(passkeys > 0 ? [`passkeys: ${passkeys}`] : [])]
  const seen = lastSeenAt === null ? 'never seen' : `last seen ${instant(lastSeenAt)}`
  return [
    `${email}  ${name}`,
    state,
    roles.join(' and '),
    factors.join(' and ') || 'no second factor',
    seen,
  ].join(', ')
}

export function suspend(context: CommandContext, [email = '']: string[]): Promise<number> {
  return onOperator(context, email, async (deps, id) => {
    await suspendOperator(deps, id, toOperation(context))
    context.print(`Operator ${email} is suspended and logged out everywhere.`)
  })
}

export function activate(context: CommandContext, [email = '']: string[]): Promise<number> {
  return onOperator(context, email, async (deps, id) => {
    await activateOperator(deps, id, toOperation(context))
    context.print(`Operator ${email} is no longer suspended.`)
  })
}

export async function setRoles(
  context: CommandContext,
  [email = '']: string[],
  options: GrantOptions,
): Promise<number> {
  const grants = readGrants(context, options)
  if (!grants) return 1
  return onOperator(context, email, async (deps, id) => {
    await changeRoles(deps, id, grants, toOperation(context))
    context.print(`Operator ${email} has the new roles from the next call on.`)
  })
}

export function resetFactor(context: CommandContext, [email = '']: string[]): Promise<number> {
  return onOperator(context, email, async (deps, id) => {
    const link = await resetTwoFactor(deps, id, toOperation(context))
    showLink(context, { id, email, ...link })
  })
}

export function sendLink(context: CommandContext, [email = '']: string[]): Promise<number> {
  return onOperator(context, email, async (deps, id) => {
    const link = await reissueLink(deps, id, toOperation(context))
    showLink(context, { id, email, ...link })
  })
}

/** The link is not stored, so it is shown only now. */
function showLink(
  context: CommandContext,
  { id, email, url, expiresAt }: IssuedLink & { id: string; email: string },
): void {
  context.setJson({ id, email, url, expiresAt: instant(expiresAt) })
  context.print(`The link of ${email}, which works once until ${instant(expiresAt)}:`)
  context.print(`  ${url}`)
  context.print('A running hub mails another one that does the same.')
}

function onOperators(
  context: CommandContext,
  run: (deps: ManagementDeps & CommandDeps) => Promise<void>,
): Promise<number> {
  return onDatabase(context, (deps) => run({ ...deps, config: context.config }), messages)
}

/** Runs a command on the operator with the email. */
function onOperator(
  context: CommandContext,
  email: string,
  run: (deps: ManagementDeps & CommandDeps, id: string) => Promise<void>,
): Promise<number> {
  return onOperators(context, async (deps) => run(deps, await getOperatorId(deps.db, email)))
}
