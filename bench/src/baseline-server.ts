/** Comparison servers: an empty Fastify route and bare `node:http`. */
import { createServer } from 'node:http'
import Fastify from 'fastify'

const [kind, port] = process.argv.slice(2)
const result = { hello: 'services' }

if (kind === 'fastify') {
  const app = Fastify()
  app.get('/', async () => result)
  await app.listen({ port: Number(port), host: '127.0.0.1' })
} else {
  createServer((_request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(result))
  }).listen(Number(port), '127.0.0.1')
}
