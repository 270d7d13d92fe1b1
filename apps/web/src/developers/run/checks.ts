import type { FrameInspection, PriceItem, Trial } from '@playhub/contract'
import { portalNames } from '@playhub/contract/plays/portal-sdks'
import type { MeasuredSaves } from './checked-saves.ts'
import { listUses, type PortalUses } from './portal-uses.ts'
import type { Undeclared } from './project-yaml.ts'
import type { Declared } from './undeclared.ts'

/** An uploaded build, which the hub serves for the check. `name`: of its zip or folder. */
export type TriedBuild = Trial & { name: string }

/** A game's URL, and what the server has found there. */
export type Inspected = {
  url: string
  inspection: FrameInspection
  build?: TriedBuild
  declared?: Declared | undefined
  /** The rating of a project of the hub. */
  age?: number | null
  preview?: PreviewedProject
}

/** The project of a build tried by its team on the hub, with a test player. */
export type PreviewedProject = { id: string; name: string; items: PriceItem[] }

/** A run's measurements. Times are milliseconds since the frame was made; undefined is not known yet. */
export type Measured = {
  nowMs: number
  inspection?: FrameInspection | 'unavailable'
  /** The origin is missing from the list in the frame's URL. */
  foreignOrigin?: string
  helloAtMs?: number
  sdk?: string
  isLegacy?: boolean
  readyAtMs?: number
  bytes?: number
  files?: number
  /** The boot script measures: the page is one of a hosted build. */
  hasBoot?: boolean
  /** External hosts the build loads from, as boot reports them. */
  hosts?: readonly string[]
  frames?: { median: number; worst: number }
  /** Running sounds as boot reports them. */
  sounds?: number
  soundBeforeInput?: boolean
  pause?: { atMs: number; hasStopped: boolean }
  hasPaid?: boolean
  hasConsumed?: boolean
  redelivery?: { atMs: number; isConsumed: boolean }
  /** The developer's rating of facts hidden by another origin. */
  resize?: 'good' | 'bad'
  language?: 'good' | 'bad'
  saves?: MeasuredSaves
  undeclared?: Undeclared
  /** Texts, each again as long as the error comes. */
  errors: string[]
  /** Undefined unless the page loads the hub's replacement of a portal's SDK. */
  portal?: PortalUses
}

export const checkNames = [
  'framing',
  'connects',
  'ready',
  'size',
  'frames',
  'pause',
  'sound',
  'purchase',
  'consume',
  'redelivery',
  'save',
  'reload',
  'conflict',
  'resize',
  'language',
  'hosts',
  'compat',
  'errors',
] as const
export type CheckName = (typeof checkNames)[number]

/** `open`: not measured yet. `unseen`: only measured in a hosted build. */
export type CheckState = 'green' | 'yellow' | 'red' | 'open' | 'unseen'
export type Check = { name: CheckName; state: CheckState; values: Record<string, string | number> }

const connectMs = 10_000
const pauseMs = 1_500
const redeliveryMs = 10_000
const reportMs = 1_000
const conflictMs = 10_000
const MB = 1024 * 1024

export function evaluateChecks(measured: Measured): Check[] {
  const check = (name: CheckName, state: CheckState, values: Check['values'] = {}): Check => ({
    name,
    state,
    values,
  })
  const { nowMs, errors } = measured
  return [
    check('framing', rateFraming(measured), describeFraming(measured)),
    check('connects', rateConnection(measured), { sdk: measured.sdk ?? '' }),
    check('ready', rateReady(measured), { seconds: toSeconds(measured.readyAtMs ?? nowMs) }),
    check('size', rateSize(measured), {
      megabytes: ((measured.bytes ?? 0) / MB).toFixed(1),
      files: measured.files ?? 0,
    }),
    check('frames', rateFrames(measured), { ...measured.frames }),
    check('pause', ratePause(measured)),
    check('sound', rateSound(measured)),
    check('purchase', measured.hasPaid ? 'green' : 'open'),
    check('consume', measured.hasConsumed ? 'green' : measured.hasPaid ? 'red' : 'open'),
    check('redelivery', rateRedelivery(measured)),
    check('save', measured.saves?.written ? 'green' : 'open', { ...measured.saves?.written }),
    check('reload', rateReload(measured), { ...measured.saves?.written }),
    check('conflict', rateConflict(measured), { isPortal: measured.portal ? 1 : 0 }),
    check('resize', rateByEye(measured.resize)),
    check('language', rateByEye(measured.language)),
    check('hosts', rateHosts(measured), describeHosts(measured)),
    ...(measured.portal
      ? [check('compat', ratePortal(measured.portal), describePortal(measured.portal))]
      : []),
    check('errors', errors.length > 0 ? 'red' : measured.helloAtMs === undefined ? 'open' : 'green', {
      count: new Set(errors).size,
      first: errors[0] ?? '',
    }),
  ]
}

const toSeconds = (ms: number) => (ms / 1000).toFixed(1)

function rateFraming({ inspection }: Measured): CheckState {
  if (inspection === undefined) return 'open'
  if (inspection === 'unavailable') return 'unseen'
  return inspection.refusedBy || inspection.problem ? 'red' : 'green'
}

function describeFraming({ inspection }: Measured): Check['values'] {
  if (typeof inspection !== 'object') return {}
  const { refusedBy, problem, status, url } = inspection
  return {
    reason: refusedBy ? 'refused' : (problem ?? ''),
    header: refusedBy ? `${refusedBy.header}: ${refusedBy.value}` : '',
    status: status ?? '',
    url,
  }
}

function rateConnection({ helloAtMs, isLegacy, nowMs }: Measured): CheckState {
  if (helloAtMs !== undefined) return 'green'
  if (isLegacy) return 'yellow'
  return nowMs > connectMs ? 'red' : 'open'
}

function rateReady({ readyAtMs, nowMs }: Measured): CheckState {
  if (readyAtMs === undefined) return nowMs > connectMs ? 'red' : 'open'
  return grade(readyAtMs, 5_000, connectMs)
}

const rateUnmeasured = ({ hasBoot }: Measured): CheckState => (hasBoot ? 'open' : 'unseen')

function rateSize(measured: Measured): CheckState {
  const { bytes } = measured
  return bytes === undefined ? rateUnmeasured(measured) : grade(bytes, 15 * MB, 30 * MB)
}

function grade(value: number, green: number, yellow: number): CheckState {
  if (value <= green) return 'green'
  return value <= yellow ? 'yellow' : 'red'
}

function rateFrames(measured: Measured): CheckState {
  const { frames } = measured
  if (!frames) return rateUnmeasured(measured)
  return frames.median >= 55 && frames.worst >= 30 ? 'green' : 'red'
}

function ratePause({ pause, sounds, nowMs }: Measured): CheckState {
  if (!pause) return 'open'
  const isOver = nowMs - pause.atMs >= pauseMs
  if (sounds !== undefined && sounds > 0) return isOver ? 'red' : 'open'
  if (pause.hasStopped || sounds === 0) return 'green'
  return isOver ? 'red' : 'open'
}

function rateSound(measured: Measured): CheckState {
  if (measured.soundBeforeInput) return 'red'
  return measured.sounds === undefined ? rateUnmeasured(measured) : 'green'
}

function rateRedelivery({ redelivery, nowMs }: Measured): CheckState {
  if (!redelivery) return 'open'
  if (redelivery.isConsumed) return 'green'
  return nowMs - redelivery.atMs > redeliveryMs ? 'red' : 'open'
}

function rateReload({ saves, nowMs }: Measured): CheckState {
  const { restart } = saves ?? {}
  if (restart?.isRead) return 'green'
  // The report of a portal's SDK may be on its way.
  return restart?.unreadAtMs !== undefined && nowMs - restart.unreadAtMs > reportMs ? 'red' : 'open'
}

function rateConflict({ saves, nowMs }: Measured): CheckState {
  const { conflict } = saves ?? {}
  if (conflict?.state === 'merged') return 'green'
  if (conflict?.state === 'lost') return 'yellow'
  return conflict?.state === 'refused' && nowMs - conflict.atMs > conflictMs ? 'red' : 'open'
}

/** Hosts outside make a game slower and less private; they are no fault. */
function rateHosts(measured: Measured): CheckState {
  const { hosts } = measured
  if (hosts === undefined) return rateUnmeasured(measured)
  return hosts.length === 0 ? 'green' : 'yellow'
}

/** The line of the project's file for these hosts and no others. */
function describeHosts({ hosts = [] }: Measured): Check['values'] {
  return { count: hosts.length, yaml: `network: [${hosts.join(', ')}]` }
}

/** A portal lacks features, too, and games handle it. A feature every portal has is essential. */
function ratePortal(portal: PortalUses): CheckState {
  if (listUses(portal, 'unknown').length > 0) return 'red'
  if (portal.uses.length === 0) return 'open'
  return listUses(portal, 'unavailable').length > 0 ? 'yellow' : 'green'
}

const describePortal = (portal: PortalUses): Check['values'] => ({
  portal: portalNames[portal.sdk],
  count: listUses(portal, 'supported').length,
  unavailable: listUses(portal, 'unavailable').join(', '),
  unknown: listUses(portal, 'unknown').join(', '),
})

const rateByEye = (rating: 'good' | 'bad' | undefined): CheckState =>
  rating === undefined ? 'open' : rating === 'good' ? 'green' : 'red'
