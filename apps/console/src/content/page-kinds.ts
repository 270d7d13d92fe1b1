/** Files below `pages/` that hold for all hosts. */
export const pageKinds = ['default', 'catalogue', 'game', 'prices', 'document'] as const
export type PageKind = (typeof pageKinds)[number]

export const isPageKind = (name: string): name is PageKind => pageKinds.some((kind) => kind === name)
