import { navigate } from '../../lib/browser/navigation.ts'
import { showToast } from '../../lib/feedback/show-toast.ts'
import { loadMessages } from '../../lib/language/messages.ts'
import type { OAuthMethod } from './flow.ts'
import { withFailure } from './flow-failure.ts'
import type { FlowResult } from './flow-result.ts'

/** Returns to the settings and shows the linking or confirming result; a cancelled flow shows nothing. */
export async function finishLinking(result: FlowResult, method: OAuthMethod): Promise<void> {
  if (result.name === 'linked') {
    await loadMessages('profile')
    await showToast('success', (t) =>
      t('profile:identities.linked', { method: t(`common:authMethod.${method}`) }),
    )
  }
  if (result.name === 'confirmed') {
    await loadMessages('profile')
    await showToast('success', (t) => t('profile:proof.confirmed'))
  }
  const url = result.name === 'failed' ? withFailure('/settings', result.errorCode, method) : '/settings'
  navigate(url, { replace: true })
}
