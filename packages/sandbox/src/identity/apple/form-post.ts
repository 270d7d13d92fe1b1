import { escapeHtml } from '../../pages/html.ts'
import type { Answer } from '../http.ts'
import type { Language } from '../language.ts'
import { page } from '../pages.ts'

const words = {
  en: { title: 'Back to the app', button: 'Continue' },
  ru: { title: 'Назад в приложение', button: 'Продолжить' },
}

/** A form that the browser posts to the app by itself; the button is for browsers without scripts. */
export function postBack(
  redirectUri: string,
  fields: Record<string, string | null>,
  language: Language,
): Answer {
  const { title, button } = words[language]
  const inputs = Object.entries(fields).map(([name, value]) =>
    value === null ? '' : `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return page({
    language,
    title,
    script: '/identity/submit.js',
    content: `<p class="company">Apple</p>
<h1>${title}</h1>
<form method="post" action="${escapeHtml(redirectUri)}">
${inputs.filter(Boolean).join('\n')}
<button type="submit">${button}</button>
</form>`,
  })
}
