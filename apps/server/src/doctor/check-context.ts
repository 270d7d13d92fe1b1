import { type Catalogue, type Content, ContentProblem } from '../catalogue/index.ts'
import { openContent } from '../catalogue/open-content.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { StartupError } from '../platform/startup-error.ts'

/** What the checks look at. */
export type CheckContext = {
  config: Config
  clock: Clock
  /** Each check closes what it opens. */
  openDb: () => Promise<Db>
}

/** @throws StartupError when the content has errors */
export type ReadContent = () => Content

/** Reads the content for all checks once: parsing thousands of projects takes seconds. */
export function readContentOnce(context: Pick<CheckContext, 'config'>): ReadContent {
  let content: Content | undefined
  return () => {
    if (content) return content
    const catalogue = openContent(context)
    try {
      content = catalogue.content()
      return content
    } finally {
      catalogue.close()
    }
  }
}

/** The content that a running hub has read. */
export function readLoaded(catalogue: Pick<Catalogue, 'content' | 'state'>): ReadContent {
  return () => {
    const { rejected } = catalogue.state()
    if (!rejected) return catalogue.content()
    const cause = new ContentProblem(rejected.issues)
    throw new StartupError(cause.message, { cause })
  }
}
