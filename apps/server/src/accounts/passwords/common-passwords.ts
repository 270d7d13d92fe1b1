import { dictionary } from '@zxcvbn-ts/language-common'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'

/** The passwords that breaches have revealed most often, in lower case. */
const common = new Set(dictionary['passwords-common'].map(String))

/** @throws Refusal PASSWORD_COMMON for a password that attackers try first, in any letter case, unless they are allowed */
export function rejectIfCommon({ config }: Pick<Deps, 'config'>, password: string): void {
  if (config.refusesCommonPasswords && common.has(password.toLowerCase()))
    throw new Refusal('PASSWORD_COMMON')
}
