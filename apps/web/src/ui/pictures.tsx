import type { ReactNode } from 'react'

/** Illustrations of empty and error states: the arcade street, drawn with the page's own colours. */
function Street(props: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 288 176"
      className="w-full"
      aria-hidden="true"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <title>Picture</title>
      <path d="M8 152h272" stroke="var(--line-strong)" strokeWidth="3" />
      <path d="M40 164h56M120 164h24M172 164h76" stroke="var(--line)" strokeWidth="3" />
      {props.children}
    </svg>
  )
}

const wall = 'var(--ink-2)'
const edge = 'var(--line-strong)'

/** A doorway like the one in our sign, with no light in it. */
function Door(props: { x: number; isLit?: boolean }) {
  return (
    <g transform={`translate(${props.x} 60)`}>
      <path
        d="M0 92V36a36 36 0 0 1 72 0v56z"
        fill={props.isLit ? 'var(--go-from)' : wall}
        stroke={edge}
        strokeWidth="3"
      />
    </g>
  )
}

/** Nothing is open yet. */
export function ClosedStreet() {
  return (
    <Street>
      <Door x={24} />
      <Door x={108} />
      <Door x={192} />
      <path d="M134 112h20M50 112h20M218 112h20" stroke={edge} strokeWidth="3" />
      <Moon x={232} y={30} />
    </Street>
  )
}

/** A page that is not there: one lit door among bricks drawn as an outline. */
export function LostDoor() {
  return (
    <Street>
      <path d="M108 152V96a36 36 0 0 1 72 0v56" stroke={edge} strokeWidth="3" strokeDasharray="2 10" />
      <path d="M136 92a9 9 0 1 1 13 8c-3 1.600-5 3.600-5 7v3" stroke="var(--go-to)" strokeWidth="5" />
      <circle cx="144" cy="124" r="3.500" fill="var(--go-to)" />
      <Door x={16} />
      <Door x={200} />
    </Street>
  )
}

/** The server is having trouble: a street lamp that went out. */
export function DarkLamp() {
  return (
    <Street>
      <path d="M144 152V52" stroke={edge} strokeWidth="6" />
      <path d="M128 152h32" stroke={edge} strokeWidth="6" />
      <path d="M144 52c0-20 36-20 36 0" stroke={edge} strokeWidth="5" />
      <path d="M162 54h36l-6 18h-24z" fill={wall} stroke={edge} strokeWidth="3" />
      <path d="M206 44l10-8M210 62h14M180 84v12" stroke="var(--pending)" strokeWidth="4" />
      <Door x={32} />
    </Street>
  )
}

/** No connection: a cable pulled from the wall. */
export function UnpluggedCable() {
  return (
    <Street>
      <path d="M8 120c40 0 44-44 84-44h12" stroke={edge} strokeWidth="5" />
      <path
        d="M104 60h22a10 10 0 0 1 10 10v12a10 10 0 0 1-10 10h-22z"
        fill={wall}
        stroke={edge}
        strokeWidth="3"
      />
      <path d="M136 69h14M136 83h14" stroke={edge} strokeWidth="5" />
      <rect x="188" y="48" width="56" height="56" rx="14" fill={wall} stroke={edge} strokeWidth="3" />
      <circle cx="208" cy="70" r="4" fill={edge} />
      <circle cx="208" cy="84" r="4" fill={edge} />
      <path d="M168 56l-8-10M170 77h-10M168 98l-8 10" stroke="var(--go-to)" strokeWidth="4" />
    </Street>
  )
}

function Moon(props: { x: number; y: number }) {
  return (
    <path
      transform={`translate(${props.x} ${props.y})`}
      d="M14 0a16 16 0 1 0 10 24A14 14 0 0 1 14 0z"
      fill="var(--pending)"
      opacity=".8"
    />
  )
}
