import { addOperator } from '../../operators/management/add-operator.ts'
import { changeRoles } from '../../operators/management/change-operator.ts'
import { getOperatorId } from '../../operators/management/list-operators.ts'
import { CommandError } from '../command.ts'
import { type CommandContext, onDatabase, toOperation } from '../command-context.ts'
import { instant } from '../format.ts'
import { type GrantOptions, readGrants } from './read-grants.ts'

type AddOptions = GrantOptions & { name?: string; language?: string }

/** The link is not stored, so it is shown only now. */
export function add(context: CommandContext, [email = '']: string[], options: AddOptions): Promise<void> {
  const { print, config } = context
  const grants = readGrants(context, options)
  const { name, language = 'en' } = options
  if (language !== 'ru' && language !== 'en') throw new CommandError(`"${language}" is not "ru" or "en".`)
  return onDatabase(context, async (deps) => {
    const given = { email, name, language, grants } as const
    const { id, url, expiresAt } = await addOperator({ ...deps, config }, given, toOperation(context))
    context.setJson({ id, email, url, expiresAt: instant(expiresAt) })
    print(`The link of ${email}, which works once until ${instant(expiresAt)}:`)
    print(`  ${url}`)
    print('A running hub mails another one that does the same.')
  })
}

export function setRoles(
  context: CommandContext,
  [email = '']: string[],
  options: GrantOptions,
): Promise<void> {
  const grants = readGrants(context, options)
  return onDatabase(context, async (deps) => {
    const id = await getOperatorId(deps.db, email)
    await changeRoles(deps, id, grants, toOperation(context))
    context.print(`Operator ${email} has the new roles from the next call on.`)
  })
}
