/** Loaded before a hub by `--import`: sends it a signal at the n-th writing statement. */
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'

const { STOP_AT, STOP_SIGNAL } = process.env
let statements = 0

function count(text: unknown): void {
  if (!/^\s*(create|alter|drop|insert|update|lock|do)\b/i.test(String(text))) return
  statements += 1
  if (statements === Number(STOP_AT)) process.kill(process.pid, STOP_SIGNAL)
}

// biome-ignore lint/suspicious/noExplicitAny: passes on any overload
function watch(owner: any, method: string): void {
  const original = owner[method]
  owner[method] = function (this: { memory?: boolean }, text: unknown, ...rest: unknown[]) {
    // The hub compares its file with an empty one in memory.
    if (!this.memory) count(text)
    return original.call(this, text, ...rest)
  }
}

watch(BetterSqlite.prototype, 'prepare')
watch(pg.Client.prototype, 'query')
