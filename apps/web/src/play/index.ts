export { GameFrame } from './GameFrame.tsx'
export type { FramedGame, GameFrameProps } from './game-frame-props.ts'
export type { GameHost } from './game-host.ts'
export { type GameHostActions, GameRefusal } from './game-host-actions.ts'
