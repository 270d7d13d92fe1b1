import type { HubDocument } from '@playhub/contract'
import { Marked } from 'marked'

/**
 * Renders a document. Staff write it in the console, so HTML in it is shown as text, and it has neither links that run
 * scripts nor pictures of other hosts.
 */
export function renderMarkdown(markdown: string): Pick<HubDocument, 'html' | 'contents'> {
  const contents: HubDocument['contents'] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth !== 2) return false
        const id = `section-${contents.length + 1}`
        contents.push({ id, label: text })
        return `<h2 id="${id}">${this.parser.parseInline(tokens)}</h2>\n`
      },
      html({ text, block: isBlock }) {
        if (/^\s*<!--/.test(text)) return ''
        return isBlock ? `<p>${escapeHtml(text)}</p>\n` : escapeHtml(text)
      },
      link({ href, tokens }) {
        return safeLink.test(href) ? false : this.parser.parseInline(tokens)
      },
      image: ({ href, text }) => (ownPicture.test(href) ? false : escapeHtml(text || href)),
    },
  })
  return { html: marked.parse(markdown, { async: false }), contents }
}

/** Entities may hide a scheme, so a path without one has neither colon nor ampersand in its first part. */
const safeLink = /^(https?:|mailto:|tel:|\/|#|[\w.-]+([/?#]|$))/i
const ownPicture = /^\/(?![/\\])/

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
