import type { Deps } from '../deps.ts'
import type { AttemptRow } from '../ledger/tables.ts'
import type { Provider } from '../provider.ts'

export function providerOf({ providers }: Deps, { provider: name }: Pick<AttemptRow, 'provider'>): Provider {
  const provider = providers[name]
  if (!provider) throw new Error(`${name} has payments here, but no keys: bring its configuration back`)
  return provider
}
