import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Row } from './report.ts'

const HANDSHAKE_BAR_MS = 50
const script = 'apps/web/src/play/browser-tests/measure-handshake.ts'

type Measured = { handshakeMs: number; echoMs: number }[]

/** Time until a game loaded in its frame knows the player, compared with a bare message round trip. */
export async function benchBridge(): Promise<Row[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  const measured = JSON.parse(stdout) as Measured
  const handshakes = measured.map(({ handshakeMs }) => handshakeMs)
  const [handshake, echo] = [median(handshakes), median(measured.map(({ echoMs }) => echoMs))]
  const note = `median of ${measured.length} frames; slowest ${Math.max(...handshakes).toFixed(1)} ms`
  return [
    { what: 'handshake of the SDK, ms', value: handshake, bar: HANDSHAKE_BAR_MS, atMost: true, note },
    {
      what: 'handshake / bare postMessage round trip',
      value: handshake / echo,
      note: `of ${echo.toFixed(1)} ms`,
    },
  ]
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] as number
}
