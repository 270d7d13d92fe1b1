import { PortUnavailable, startSandbox } from './index.ts'

const { env } = process

try {
  const sandbox = await startSandbox({
    port: numberOf('SANDBOX_PORT', 3001),
    smtpPort: numberOf('SMTP_PORT', 3025),
    hubUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT ?? 3000}`,
    host: env.SANDBOX_HOST,
    publicUrl: env.SANDBOX_URL || undefined,
    dataDir: env.DATA_DIR,
  })
  const leave = () => void sandbox.close().then(() => process.exit(0))
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)
  console.log(`The outside world is at ${sandbox.url}, mail on port ${sandbox.smtpPort}`)
} catch (error) {
  console.error(
    error instanceof PortUnavailable
      ? error.message
      : `The sandbox cannot start: ${(error as Error).message}`,
  )
  process.exit(1)
}

function numberOf(name: string, usual: number): number {
  const value = env[name]
  if (value === undefined || value === '') return usual
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new PortUnavailable(`${name} is "${value}": set it to a port number between 0 and 65535.`)
}
