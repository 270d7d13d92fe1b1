import { toast } from '@playhub/ui/feedback/toast.ts'
import type { i18n as I18n } from 'i18next'
import { browserMessages, messagesReady } from '../language/messages.ts'

/**
 * Shows a toast from code outside React. Waits for the page's language, so the message is never in another one.
 * @param id  A toast with the same id replaces the earlier one.
 */
export async function showToast(
  kind: keyof typeof toast,
  write: (t: I18n['t']) => string,
  id?: string,
): Promise<void> {
  if (import.meta.env.SSR) return
  await messagesReady()
  toast[kind](write(browserMessages().t), id)
}
