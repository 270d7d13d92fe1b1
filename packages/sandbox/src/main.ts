import { PortUnavailable, readFiscalShops, readYooKassaMethods, startSandbox } from './index.ts'
import { readFault } from './platform/errors.ts'

const { env } = process

try {
  const sandbox = await startSandbox({
    port: readPort('SANDBOX_PORT', 3001),
    smtpPort: readPort('SMTP_PORT', 3025),
    imapPort: readPort('IMAP_PORT', 0),
    hubUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT ?? 3000}`,
    host: env.SANDBOX_HOST,
    publicUrl: env.SANDBOX_URL || undefined,
    dataDir: env.DATA_DIR,
    fiscalShops: readFiscalShops(env),
    yookassaMethods: readYooKassaMethods(env),
    officialHosts: env.SANDBOX_OFFICIAL_HOSTS === 'true',
  })
  const shutDown = () => void sandbox.close().then(() => process.exit(0))
  process.once('SIGTERM', shutDown)
  process.once('SIGINT', shutDown)
  console.log(
    `The sandbox listens at ${sandbox.url}, SMTP on port ${sandbox.smtpPort}, IMAP on port ${sandbox.imap.port}`,
  )
} catch (error) {
  console.error(
    error instanceof PortUnavailable
      ? error.message
      : `The sandbox cannot start: ${readFault(error).message}`,
  )
  process.exit(1)
}

function readPort(name: string, defaultPort: number): number {
  const value = env[name]
  if (value === undefined || value === '') return defaultPort
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new PortUnavailable(`${name} is "${value}": set it to a port number between 0 and 65535.`)
}
