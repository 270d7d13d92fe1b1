import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { listenLocally } from './local-server.ts'

/**
 * An attacker's HTTPS server in place of the real one. Counts received requests. Skips the test when openssl is not
 * installed.
 */
export async function startSelfSignedServer({
  skip,
}: Pick<TestContext, 'skip'>): Promise<{ url: string; requests(): number }> {
  const certificate = createCertificate() ?? skip('openssl is not installed')
  let requests = 0
  const server = createServer(certificate, (_request, response) => {
    requests += 1
    response.end('{}')
  })
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  return {
    url: `https://localhost:${port}/`,
    requests: () => requests,
  }
}

function createCertificate(): { key: Buffer; cert: Buffer } | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-certificate-'))
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'.split(' ')
  try {
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
