/** Limits and names of insights. */

export const visitDevices = ['phone', 'tablet', 'desktop'] as const
export type VisitDevice = (typeof visitDevices)[number]

/** A cohort is followed for so many days. */
export const maxVisitDay = 90
/** A host's longest name. */
export const maxReferrerLength = 253

/** A play is kept when it lasts so long: a game that bores or fails loses its players earlier. */
export const keptPlaySeconds = 60

/** Declared in a project's file. */
export const maxGameEvents = 50
export const gameEventName = /^[A-Za-z][\w.-]{0,39}$/
/** Per play; further events are dropped. */
export const maxEventsPerMinute = 60
export const maxEventValue = 1_000_000_000

/** Counted without a declaration: the SDKs of portals report them. */
export const portalEvents = ['gameplay-start', 'gameplay-stop', 'happytime'] as const

/** Dimensions by which every measure is also summed. */
export const insightDimensions = ['build', 'device', 'language', 'source', 'player'] as const
export type InsightDimension = (typeof insightDimensions)[number]

/** A referrer's class; another source is a host. `rare`: hosts beyond those that are kept by name. */
export const visitSources = ['own', 'search', 'direct', 'rare'] as const

/** Measures in which a build can be worse than the one before it. */
export const buildFaults = ['crashes', 'errors', 'load-time', 'first-minute'] as const
export type BuildFault = (typeof buildFaults)[number]
