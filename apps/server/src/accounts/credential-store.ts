import { createCredentialStore, type StoredPasskey } from '../platform/authentication/credential-store.ts'

export const credentials = createCredentialStore<StoredPasskey & { accountId: string }>({
  passkeys: 'passkeys',
  recoveryCodes: 'recoveryCodes',
  owner: 'accountId',
})
