import { useEffect, useState } from 'react'
import { showToast } from '../lib/feedback/show-toast.ts'
import { loadMessages } from '../lib/language/messages.ts'
import { usePlayer } from '../lib/player/player.ts'
import { submitGuestScores } from './guest-scores.ts'

/** Submits what the player reached as a guest after a login, and says so. Returns how many scores it has submitted. */
export function useGuestScores(project: string): number {
  const { kind } = usePlayer()
  const [submitted, setSubmitted] = useState(0)
  useEffect(() => {
    if (kind === 'guest') return
    announce(project).then(setSubmitted, (error) => console.error('Guest scores were not submitted', error))
  }, [kind, project])
  return submitted
}

async function announce(project: string): Promise<number> {
  const count = await submitGuestScores(project)
  if (count === 0) return count
  await loadMessages('game')
  await showToast('success', (t) => t('game:scores.submitted', { count }))
  return count
}
