import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frameAncestors, type RunningGames, startGames } from './server.ts'

let root: string
let games: RunningGames

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'playhub-games-'))
  await mkdir(join(root, 'assets'))
  await mkdir(join(root, 'islandm3'))
  await writeFile(join(root, 'index.html'), '<title>Games</title>')
  await writeFile(join(root, 'islandm3/index.html'), '<title>Island</title>')
  await writeFile(join(root, 'assets/game-a1b2.js'), '1')
  games = await startGames({ port: 0, hubUrl: 'http://localhost:3000', root })
})

afterAll(async () => {
  await games.close()
  await rm(root, { recursive: true, force: true })
})

test('the list and each game are served, with and without a trailing slash', async () => {
  expect(await (await fetch(`${games.url}/`)).text()).toContain('Games')
  expect(await (await fetch(`${games.url}/islandm3`)).text()).toContain('Island')
})

test('the games are also served on 127.0.0.1', async () => {
  const { port } = new URL(games.url)
  expect((await fetch(`http://127.0.0.1:${port}/islandm3/`)).status).toBe(200)
})

test('hashed files are cached for a year, pages are revalidated', async () => {
  const fetchCacheControl = async (path: string) =>
    (await fetch(games.url + path)).headers.get('cache-control')
  expect(await fetchCacheControl('/assets/game-a1b2.js')).toBe('public, max-age=31536000, immutable')
  expect(await fetchCacheControl('/islandm3/')).toBe('no-cache')
})

test('only the hub may frame a game', async () => {
  const policy = (await fetch(`${games.url}/islandm3/`)).headers.get('content-security-policy')
  expect(policy).toContain("frame-ancestors 'self' http://localhost:3000 http://127.0.0.1:3000")
  expect(frameAncestors('https://play.example')).toBe('https://play.example https://*.play.example')
  expect(frameAncestors('http://192.168.0.7:3000')).toBe('http://192.168.0.7:3000')
})

test('unknown games and paths outside the root return 404', async () => {
  expect((await fetch(`${games.url}/chess/`)).status).toBe(404)
  expect((await fetch(`${games.url}/..%2f..%2fpackage.json`)).status).toBe(404)
})

test('a port in use is reported with what to do', async () => {
  const port = Number(new URL(games.url).port)
  const second = startGames({ port, hubUrl: 'http://localhost:3000', root })
  await expect(second).rejects.toThrow(
    `Port ${port} is in use: stop what uses it, or set GAMES_PORT to a free one.`,
  )
})

test('missing built files are reported', async () => {
  const unbuilt = startGames({ port: 0, hubUrl: 'http://localhost:3000', root: join(root, 'nowhere') })
  await expect(unbuilt).rejects.toThrow('The games are not built yet')
})
