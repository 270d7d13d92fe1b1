import ipaddr from 'ipaddr.js'

/**
 * Compiles an allow list.
 * @param networks  CIDR. An empty list allows every IP.
 */
export function createNetworkCheck(networks: readonly string[]): (ip: string) => boolean {
  const allowed = networks.map((network) => ipaddr.parseCIDR(network))
  return (ip) => {
    if (allowed.length === 0) return true
    const clientIp = ipaddr.process(ip)
    return allowed.some(
      ([network, bits]) => clientIp.kind() === network.kind() && clientIp.match(network, bits),
    )
  }
}
