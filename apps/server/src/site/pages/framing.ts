import type { Catalogue, Project } from '../../catalogue/index.ts'

/** All other pages show the account, such as `/settings`, `/transactions` and `/auth`, or lead on. No game frames them. */
const framedPages = /^\/(games|prices|docs|session|payments|loader|unauthorized)(\/|$)/

type Deps = {
  catalogue: Pick<Catalogue, 'project'>
  /** An order's project. */
  findOrderProject: (orderId: string) => Promise<string | undefined>
}

/**
 * The page's project, whose origins may frame it: the URL's, else the host's.
 * @param tenant  The host's project.
 * @returns undefined for pages open to framing by the hub alone
 */
export async function framingProject(
  { catalogue, findOrderProject }: Deps,
  url: string,
  tenant: string,
): Promise<Project | undefined> {
  const [path = '', query] = url.split('?', 2)
  if (!framedPages.test(path)) return undefined
  const [, section, page = '', third = '', , , sixth] = path.split('/')
  const named = new URLSearchParams(query).get('project') ?? tenant
  // An order belongs to one project, whatever else the URL says.
  if (section === 'payments') return catalogue.project((await findOrderProject(third)) ?? sixth ?? named)
  if (section === 'games') return catalogue.project(third || named)
  if (section === 'prices') return catalogue.project(page || named)
  // `/session/login/:session?/:source?/:locale?/:project?/:jwt?` (specification §2)
  const isLogin = section === 'session' && page === 'login' && third !== 'email'
  return catalogue.project((isLogin && sixth) || named)
}
