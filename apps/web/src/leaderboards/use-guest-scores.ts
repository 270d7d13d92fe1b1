import { useEffect } from 'react'
import { showToast } from '../lib/feedback/show-toast.ts'
import { loadTexts } from '../lib/language/texts.ts'
import { usePlayer } from '../lib/player/player.ts'
import { submitGuestScores } from './guest-scores.ts'

/** Submits what the player reached as a guest after a login, and says so. */
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
  await showToast('success', (t) => t('game:scores.submitted', { count }))
}
