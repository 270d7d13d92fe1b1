import { toast } from '@playhub/ui/feedback/toast.ts'
import { useEffect } from 'react'
import { browserTexts, loadTexts } from '../lib/language/texts.ts'
import { usePlayer } from '../lib/player/player.ts'
import { submitGuestScores } from './guest-scores.ts'

/** After a login: submits what the player reached as a guest, and says so. */
export function useGuestScores(project: string): void {
  const { kind } = usePlayer()
  useEffect(() => {
    if (kind === 'guest') return
    void announce(project).catch((error) => console.error('Guest scores were not submitted', error))
  }, [kind, project])
}

async function announce(project: string): Promise<void> {
  const count = await submitGuestScores(project)
  if (count === 0) return
  await loadTexts('game')
  toast.success(browserTexts().t('game:scores.submitted', { count }))
}
