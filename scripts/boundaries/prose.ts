/** A page of documentation. */
export type Page = { path: string; text: string }

const maxProseLength = 160
/** A publisher's documents, and texts that become the change log. */
const exempt = /^(content|\.changeset)\/|^packages\/game-sdk\/CHANGELOG/

/** Lines of prose that are too long. Tables, code blocks and link targets do not count. */
export function findLongLines(pages: Page[]): string[] {
  return pages
    .filter(({ path }) => !exempt.test(path))
    .flatMap(({ path, text }) =>
      listProseLines(text)
        .filter(({ length }) => length > maxProseLength)
        .map((line) => `${path}: ${line.length} characters; at most ${maxProseLength}: ${line}`),
    )
}

function listProseLines(text: string): string[] {
  return text
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split('\n')
    .filter((line) => !/^\s*\|/.test(line))
}
