export { createGameHost, type GameHost, type GameHostOptions, type PaymentResult } from './game-host.ts'
export { type GameHostActions, GameRefusal, type UserAuth } from './game-host-actions.ts'
