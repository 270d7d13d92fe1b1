import { limits } from '@playhub/contract/forms'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { HubConfig } from '../../hub-config.ts'
import { Refusal } from '../../refusal.ts'

/** The most frequent passwords in breaches, in lower case. */
const common = new Set(dictionary['passwords-common'].map(String))

const isOneCharacter = /^(.)\1*$/u

/**
 * @throws Refusal PASSWORD_COMMON unless allowed, in any letter case, for a password that attackers try first or that
 *   repeats one character; also for an operator name with fewer than eight other characters around it
 */
export function rejectIfCommon(
  { config }: { config: Pick<HubConfig, 'refusesCommonPasswords' | 'passwordNames'> },
  password: string,
): void {
  const lower = password.toLowerCase()
  const isCommon = config.refusesCommonPasswords && (common.has(lower) || isOneCharacter.test(lower))
  const isNamed = config.passwordNames.some(
    (name) => lower.includes(name) && lower.length - name.length < limits.passwordMin,
  )
  if (isCommon || isNamed) throw new Refusal('PASSWORD_COMMON')
}

const fewestCharacters = 5
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(
  (row) => [row, [...row].toReversed().join('')],
)

/**
 * The players' rule is fixed; for staff, a password is also weak with few different characters, as a repetition, along
 * the alphabet or keyboard, or as a common one with a little around it.
 * @throws Refusal PASSWORD_COMMON
 */
export function rejectIfWeak(deps: Parameters<typeof rejectIfCommon>[0], password: string): void {
  rejectIfCommon({ config: { ...deps.config, refusesCommonPasswords: true } }, password)
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isWeak =
    new Set(lower).size < fewestCharacters ||
    /^(.{1,6})\1+.{0,5}$/u.test(lower) ||
    (common.has(core) && lower.length - core.length < limits.passwordMin) ||
    countAlongRows(lower) < fewestCharacters
  if (isWeak) throw new Refusal('PASSWORD_COMMON')
}

/** Pieces of a password, where a run along the alphabet or keyboard is one. */
function countAlongRows(password: string): number {
  let pieces = 1
  for (let index = 1; index < password.length; index++)
    if (!rows.some((row) => row.includes(password.slice(index - 1, index + 1)))) pieces++
  return pieces
}
