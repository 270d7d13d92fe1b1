/** The page for people who read the API: the OpenAPI document as plain HTML, without a script. */
import { createHash } from 'node:crypto'
import { apiDocsStyle } from './docs-style.ts'
import type { OpenApi, Operation, Parameter } from './openapi.ts'
import { componentPrefix, type JsonSchema } from './schemas.ts'

const styleHash = createHash('sha256').update(apiDocsStyle).digest('base64')
export const apiDocsPolicy = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const callers: Record<string, string> = { player: 'signed in', project: 'project key' }

type Entry = { method: string; path: string; operation: Operation }

export function renderApiDocs(api: OpenApi): string {
  const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = api.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const shapes = Object.entries(api.components.schemas).toSorted(([a], [b]) => a.localeCompare(b))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark light">
<title>Playhub API</title>
<link rel="icon" href="data:,">
<style>${apiDocsStyle}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>Playhub API</h1>
<p>${escapeHtml(api.info.description)}</p>
<p>Base address <code>${escapeHtml(api.servers[0]?.url ?? '')}</code> · <a href="openapi.json">OpenAPI ${escapeHtml(api.openapi)} document</a></p>
</header>
<div class="columns">
<nav aria-label="Calls">
${groups.map(renderIndex).join('\n')}
<h2><a href="#headers">Headers</a></h2>
<h2><a href="#shapes">Shapes</a></h2>
</nav>
<main id="calls">
${groups.map(renderGroup).join('\n')}
<section id="headers"><h2>Headers</h2><p>Every call of a player takes these; all may be left out.</p>
${renderParameters('Headers', Object.values(api.components.parameters))}</section>
<section id="shapes"><h2>Shapes</h2>
${shapes.map(([name, schema]) => `<article id="shape-${name}"><h3>${name}</h3>${renderShape(schema)}</article>`).join('\n')}
</section>
</main>
</div>
</body>
</html>
`
}

type Group = { name: string; description: string; entries: Entry[] }

function renderIndex({ name, entries }: Group): string {
  const links = entries.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation.operationId}"><span class="method">${method}</span> ${escapeHtml(path)}</a></li>`,
  )
  return `<h2><a href="#${name}">${name}</a></h2><ul>${links.join('')}</ul>`
}

function renderGroup({ name, description, entries }: Group): string {
  return `<section id="${name}"><h2>${name}</h2><p>${escapeHtml(description)}</p>\n${entries.map(renderCall).join('\n')}</section>`
}

function renderCall({ method, path, operation }: Entry): string {
  const marks = [
    ...operation.security.flatMap(Object.keys).map((who) => `<span class="mark">${callers[who]}</span>`),
  ]
  const parameters = operation.parameters.filter((one): one is Parameter => 'name' in one)
  const { 200: done, ...refused } = operation.responses
  const body = operation.requestBody?.content['application/json']?.schema
  const answer = done?.content['application/json']?.schema
  return `<article id="${operation.operationId}">
<h3><span class="method">${method}</span> <code>${escapeHtml(path)}</code> ${marks.join(' ')}</h3>
<p>${escapeHtml(operation.summary)}</p>
${parameters.length > 0 ? renderParameters(`Parameters of ${method} ${path}`, parameters) : ''}
${body ? `<h4>Body</h4>${renderShape(body)}` : ''}
${answer ? `<h4>Answer</h4>${renderShape(answer)}` : ''}
<details><summary>Refusals</summary><dl>${Object.entries(refused).map(renderRefusal).join('')}</dl></details>
</article>`
}

function renderRefusal([status, { description }]: [string, { description: string }]): string {
  const codes = description.split(', ').map((code) => `<code>${escapeHtml(code)}</code>`)
  return `<div><dt>${status}</dt><dd>${codes.join(' ')}</dd></div>`
}

function renderParameters(title: string, parameters: Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${place}${required ? ', required' : ''}</td><td><code>${shapeText(schema)}</code></td><td>${escapeHtml(description ?? '')}</td></tr>`,
  )
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table><caption>${escapeHtml(title.split(' ')[0] ?? '')}</caption><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function renderShape(schema: JsonSchema): string {
  return `<pre tabindex="0"><code>${shapeText(schema)}</code></pre>`
}

/** A schema as a programmer writes a type; named shapes become links. The result is HTML. */
function shapeText(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) {
    const name = schema.$ref.slice(componentPrefix.length)
    return `<a href="#shape-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.allOf
  if (choices) return choices.map((one) => shapeText(one, indent)).join(schema.anyOf ? ' | ' : ' &amp; ')
  if (schema.type === 'array') return `${shapeText(schema.items ?? {}, indent)}[]`
  if (schema.type === 'object') return objectText(schema, indent)
  return escapeHtml([schema.type ?? 'anything'].flat().join(' | '))
}

function objectText(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    const note = property.description ? `  <i>// ${escapeHtml(property.description)}</i>` : ''
    return `${inner}${escapeHtml(name)}${mark}: ${shapeText(property, inner)}${note}`
  })
  if (additionalProperties && lines.length === 0) return '{ [name]: anything }'
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

const literal = (value: unknown) => escapeHtml(JSON.stringify(value))

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
