import type { Deps } from '../deps.ts'
import type { OperatorRow } from '../tables.ts'
import { countPasskeys, countRecoveryCodes } from './two-factor-store.ts'

export type SecondFactorMethod = 'totp' | 'passkey' | 'recovery-code'

/** How an operator can pass the two-factor check. */
export async function listMethods(
  { db }: Pick<Deps, 'db'>,
  { id, totpSecret }: Pick<OperatorRow, 'id' | 'totpSecret'>,
): Promise<SecondFactorMethod[]> {
  const methods: SecondFactorMethod[] = []
  if (totpSecret !== null) methods.push('totp')
  if ((await countPasskeys(db, id)) > 0) methods.push('passkey')
  if ((await countRecoveryCodes(db, id)) > 0) methods.push('recovery-code')
  return methods
}
