import { navigate } from '../../lib/browser/navigation.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts, loadTexts } from '../../lib/language/texts.ts'
import type { SocialMethod } from './flow.ts'
import { withFailure } from './flow-failure.ts'
import type { FlowEnd } from './flow-result.ts'

/** Back in the settings, which tell how linking ended. One who changed their mind is told nothing. */
export async function endLinking(end: FlowEnd, method: SocialMethod): Promise<void> {
  if (end.name === 'linked') await tellLinked(method)
  navigate(end.name === 'failed' ? withFailure('/settings', end.errorCode, method) : '/settings', {
    replace: true,
  })
}

async function tellLinked(method: SocialMethod): Promise<void> {
  await loadTexts('profile')
  const { t } = browserTexts()
  toast.success(t('profile:ways.linked', { method: t(`common:authMethod.${method}`) }))
}
