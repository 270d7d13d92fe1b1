import type { Deps } from '../deps.ts'
import type { OperatorRow } from '../tables.ts'
import { countPasskeys, countRecoveryCodes } from './two-factor-store.ts'

export type TwoFactorMethod = 'totp' | 'passkey' | 'recovery-code'

/** Ways for an operator to pass the two-factor check. */
export async function listMethods(
  { db }: Pick<Deps, 'db'>,
  { id, totpSecret }: Pick<OperatorRow, 'id' | 'totpSecret'>,
): Promise<TwoFactorMethod[]> {
  const methods: TwoFactorMethod[] = []
  if (totpSecret !== null) methods.push('totp')
  if ((await countPasskeys(db, id)) > 0) methods.push('passkey')
  if ((await countRecoveryCodes(db, id)) > 0) methods.push('recovery-code')
  return methods
}
