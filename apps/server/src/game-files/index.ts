export { createHostedRequests } from './hosted-requests.ts'
export { openGameFiles } from './open-game-files.ts'
export { runGameFiles } from './run-game-files.ts'
