export { RunningGame } from './running-game.tsx'
