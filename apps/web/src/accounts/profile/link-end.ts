import { navigate } from '../../lib/navigation.ts'
import { browserTexts, loadTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/toast.ts'
import type { SocialMethod } from '../social/flow.ts'
import type { FlowEnd } from '../social/flow-end.ts'
import { withFailure } from '../social/flow-failure.ts'

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
