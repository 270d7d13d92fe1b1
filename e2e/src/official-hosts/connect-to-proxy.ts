/** Loaded into the hub's process: every connection to port 443 goes to the front, under the host name requested. */
import net from 'node:net'

type Target = { host?: string; port?: number | string }

const proxyPort = Number(process.env.FRONT_PORT)
const connect = net.Socket.prototype.connect

function toProxy(target: Target): Target {
  return Number(target?.port) === 443 ? { ...target, host: '127.0.0.1', port: proxyPort } : target
}

net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  // Node passes its own normalized arguments as one list, which it recognises by a symbol.
  if (Array.isArray(args[0])) args[0][0] = toProxy(args[0][0] as Target)
  else if (typeof args[0] === 'object') args[0] = toProxy(args[0] as Target)
  return Reflect.apply(connect, this, args)
} as typeof connect
