type Environment = Record<string, string | undefined>

const secretNames = /KEY|SECRET|TOKEN|PASSWORD|HEADERS/
const minSecretLength = 6

/**
 * Formats a fault for a terminal: stacks of the error and its causes. Error properties are omitted, since they may hold
 * sent or parsed data, and environment secrets are blanked out.
 */
export function faultText(error: unknown, env: Environment): string {
  const stacks: string[] = []
  for (
    let each = error;
    each !== undefined && stacks.length < 5;
    each = each instanceof Error ? each.cause : undefined
  )
    stacks.push(each instanceof Error ? (each.stack ?? each.message) : String(each))
  return secretsIn(env).reduce(
    (text, secret) => text.replaceAll(secret, '[secret]'),
    stacks.join('\ncaused by '),
  )
}

/** Longest first, so no secret is left in parts. */
function secretsIn(env: Environment): string[] {
  const values = Object.entries(env).flatMap(([name, value = '']) => [
    ...(secretNames.test(name) ? [value, ...value.split(/\s+/)] : []),
    ...loginsIn(value),
  ])
  return values.filter((value) => value.length >= minSecretLength).sort((a, b) => b.length - a.length)
}

/** Everything before the last `@` in a possibly malformed URL. */
function loginsIn(value: string): string[] {
  const [, login] = /^[a-z]+:\/\/(.+)@/s.exec(value) ?? []
  if (login === undefined) return []
  const password = login.slice(login.indexOf(':') + 1)
  return [value, login, password, ...password.split(/[#/?]/)]
}
