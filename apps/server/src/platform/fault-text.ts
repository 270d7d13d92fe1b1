type Environment = Record<string, string | undefined>

const secretNames = /KEY|SECRET|TOKEN|PASSWORD|HEADERS/
const minSecretLength = 6

/**
 * A fault for a terminal: the stacks of the error and its causes. Their properties are left out, since they may hold what was
 * sent or parsed, and secrets of the environment are blanked out.
 */
export function faultText(error: unknown, env: Environment): string {
  const stacks: string[] = []
  for (let each = error; each !== undefined && stacks.length < 5; each = (each as Error | null)?.cause)
    stacks.push(each instanceof Error ? (each.stack ?? each.message) : String(each))
  return secretsIn(env).reduce(
    (text, secret) => text.replaceAll(secret, '[secret]'),
    stacks.join('\ncaused by '),
  )
}

/** The longest first, so that none is left in parts. */
function secretsIn(env: Environment): string[] {
  const values = Object.entries(env).flatMap(([name, value = '']) => [
    ...(secretNames.test(name) ? [value, ...value.split(/\s+/)] : []),
    ...loginsIn(value),
  ])
  return values.filter((value) => value.length >= minSecretLength).sort((a, b) => b.length - a.length)
}

/** What stands before the last `@` of an address that may be written wrongly. */
function loginsIn(value: string): string[] {
  const [, login] = /^[a-z]+:\/\/(.+)@/s.exec(value) ?? []
  if (login === undefined) return []
  const password = login.slice(login.indexOf(':') + 1)
  return [value, login, password, ...password.split(/[#/?]/)]
}
