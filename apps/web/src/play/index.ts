export { GameFrame } from './GameFrame.tsx'
export type { FramedGame, GameFrameProps } from './game-frame-props.ts'
export { createGameHost, type GameHost, type GameHostOptions, type PaymentResult } from './game-host.ts'
export { type GameHostActions, GameRefusal, type UserAuth } from './game-host-actions.ts'
