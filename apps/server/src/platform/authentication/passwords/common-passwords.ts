import { limits } from '@playhub/contract/forms'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { HubConfig } from '../../hub-config.ts'
import { Refusal } from '../../refusal.ts'

/** The passwords that appear most often in breaches, in lower case. */
const common = new Set(dictionary['passwords-common'].map(String))

/**
 * @throws Refusal PASSWORD_COMMON unless allowed, in any letter case, for a password that attackers try first; also for
 *   an operator name with fewer than eight other characters around it
 */
export function rejectIfCommon(
  { config }: { config: Pick<HubConfig, 'refusesCommonPasswords' | 'passwordNames'> },
  password: string,
): void {
  const lower = password.toLowerCase()
  const isCommon = config.refusesCommonPasswords && common.has(lower)
  const isNamed = config.passwordNames.some(
    (name) => lower.includes(name) && lower.length - name.length < limits.passwordMin,
  )
  if (isCommon || isNamed) throw new Refusal('PASSWORD_COMMON')
}
