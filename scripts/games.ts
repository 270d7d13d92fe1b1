/**
 * The part `games` of `npm start`: uploaded builds at `http://<project>.games.localhost:<GAMES_PORT>`, read from the
 * hub's database, and the sample games at `http://localhost:<GAMES_PORT>/<project>/`. A hub beside it leaves the port
 * to it.
 */
import { type Config, readConfig } from '@playhub/server/config'
import { runGameFiles } from '@playhub/server/game-files'
import { createLog } from '@playhub/server/log'
import { StartupError } from '@playhub/server/startup-error'
import { createGamesServer, GamesStartError, startGames } from '../games/server.ts'

try {
  const config = readConfig(process.env)
  if (config.gameHosting) await serveAll(config)
  else await serveSamples(config)
  console.log(`The games are at ${config.gamesUrl}`)
} catch (error) {
  const isKnown = error instanceof StartupError || error instanceof GamesStartError
  console.error(isKnown ? error.message : error)
  process.exit(1)
}

async function serveAll(config: Config): Promise<void> {
  const samples = createGamesServer(config.http.publicUrl)
  await samples.ready()
  const otherHosts = samples.routing
  const host = config.mode === 'sandbox' ? 'localhost' : (config.http.host ?? '::')
  await runGameFiles({ config, log: createLog(config.logLevel), otherHosts }, host)
}

async function serveSamples({ gamesPort: port, http }: Config): Promise<void> {
  const games = await startGames({ port, hubUrl: http.publicUrl })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void games.close())
}
