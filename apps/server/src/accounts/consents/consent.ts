import { createHash } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { hashNetwork } from '../network-hash.ts'
import { hasConsent } from './consent-store.ts'
import type { NewConsent } from './tables.ts'

const purpose = 'personal-data'

/** The consent to the processing of personal data, with the document as the client's language shows it. */
export function newConsent(
  { clock, codePepper, readDocument }: Pick<Deps, 'clock' | 'codePepper' | 'readDocument'>,
  { language, ip }: Pick<ClientInfo, 'language' | 'ip'>,
): NewConsent {
  const id = newId()
  const shown = readDocument(purpose, language)
  return {
    id,
    purpose,
    document: purpose,
    sha256: shown ? createHash('sha256').update(shown.markdown).digest('hex') : null,
    language: shown?.language ?? language,
    givenAt: clock.now(),
    // The account may not exist yet.
    network: hashNetwork(codePepper, id, ip),
    withdrawnAt: null,
  }
}

/** True when the hub requires consents and this account has none in force. */
export async function lacksConsent(
  db: Db,
  { requiresConsent }: Pick<Deps, 'requiresConsent'>,
  accountId: string,
): Promise<boolean> {
  return requiresConsent() && !(await hasConsent(db, accountId, purpose))
}
