import { lexer, type MarkedToken, type Token } from 'marked'
import { Fragment, type ReactNode } from 'react'

/** A document as players read it. HTML within it is shown as text, and comments are left out as on the page. */
export function Markdown({ text }: { text: string }) {
  return <div className="grid gap-3 text-15 wrap-anywhere">{renderAll(lexer(text))}</div>
}

const renderAll = (tokens: readonly Token[] = []): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the tokens have no identity, and no state
  tokens.map((token, index) => <Fragment key={index}>{render(token as MarkedToken)}</Fragment>)

function render(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading depth={token.depth}>{renderAll(token.tokens)}</Heading>
    case 'paragraph':
      return <p className="text-pretty">{renderAll(token.tokens)}</p>
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul'
      return (
        <List className={token.ordered ? 'list-decimal ps-6' : 'list-disc ps-6'}>
          {token.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={index}>{renderAll(item.tokens)}</li>
          ))}
        </List>
      )
    }
    case 'blockquote':
      return <blockquote className="border-s-2 border-line ps-4">{renderAll(token.tokens)}</blockquote>
    case 'table':
      return <Table header={token.header} rows={token.rows} />
    case 'hr':
      return <hr className="border-line" />
    case 'code':
      return <pre className="overflow-x-auto rounded-md bg-ink-2 p-3 text-13">{token.text}</pre>
    case 'html':
      return /^\s*<!--/.test(token.text) ? null : token.text
    case 'strong':
      return <strong>{renderAll(token.tokens)}</strong>
    case 'em':
      return <em>{renderAll(token.tokens)}</em>
    case 'del':
      return <del>{renderAll(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <SafeLink href={token.href}>{renderAll(token.tokens)}</SafeLink>
    case 'image':
      return <em className="text-soft">{token.text || token.href}</em>
    case 'text':
      return 'tokens' in token && token.tokens ? renderAll(token.tokens) : token.text
    case 'escape':
      return token.text
    default:
      return null
  }
}

function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  if (depth === 1) return <h2 className="text-24 font-semibold">{children}</h2>
  if (depth === 2) return <h3 className="mt-3 text-18 font-semibold">{children}</h3>
  return <h4 className="mt-2 font-semibold">{children}</h4>
}

type Cells = { tokens: Token[] }[]

function Table({ header, rows }: { header: Cells; rows: Cells[] }) {
  const cells = (row: Cells, Cell: 'th' | 'td') =>
    row.map(({ tokens }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Cell key={index} className="border-b border-line py-1 pe-4 text-start align-top">
        {renderAll(tokens)}
      </Cell>
    ))
  return (
    <table className="w-full text-13">
      <thead>
        <tr>{cells(header, 'th')}</tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <tr key={index}>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  )
}

/** Addresses that run scripts are no links. */
function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^(https?:|mailto:|tel:|\/|#)/i.test(href)) return children
  return (
    <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-4">
      {children}
    </a>
  )
}
