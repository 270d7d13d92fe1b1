/** Labels by language; null where payments are real. */
export type TestModeLabels = Record<string, string> | null | undefined

const height = '28px'

/**
 * A staging hub's label, above every page. It is not in the client, so the players' hub never loads it. What
 * covers the page, such as a game, begins below it. It has all languages, because the page's can change.
 */
export function testModeLabel(labels: TestModeLabels): string {
  if (!labels) return ''
  const messages = Object.entries(labels).map(
    ([language, text]) => `<span lang="${language}">${escapeHtml(text)}</span>`,
  )
  return `<style>${createStyle(Object.keys(labels))}</style>
<aside class="test-mode">${messages.join('')}</aside>
`
}

const createStyle = (languages: string[]) => `
html:root { scroll-padding-top: calc(var(--header-height, 64px) + 36px); }
body { padding-top: ${height}; }
body #root { min-height: calc(100dvh - ${height}); }
.test-mode { position: fixed; inset: 0 0 auto; z-index: 60; display: flex; justify-content: center; align-items: center; gap: 8px; height: ${height}; padding: 0 12px; border-bottom: 1px solid #0b5f80; background: #8fd3e8; color: #100d1f; font: 600 0.8125rem/1 Onest, system-ui, sans-serif; }
.test-mode::before { content: ""; flex: none; width: 8px; height: 8px; border: 2px solid; border-radius: 50%; }
.test-mode span { display: none; overflow: hidden; line-height: 1.5; text-overflow: ellipsis; white-space: nowrap; }
${languages.map((language) => `html[lang=${language}] .test-mode [lang=${language}]`).join(', ')} { display: block; }
:is(.site-header, .fixed.inset-0, .skip-link:focus) { top: ${height}; }
`

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
