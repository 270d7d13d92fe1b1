import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Reachable only inside Azure: virtual machines request credentials from it. */
const azureHost = '168.63.129.16'

/** True for IPs off the public Internet: loopback, private, link-local, reserved and so on. */
export function isPrivateIp(ip: string): boolean {
  // `process` turns an IPv4-mapped IPv6 address into IPv4.
  const parsed = ipaddr.process(ip)
  if (parsed.range() !== 'unicast') return true
  // ipaddr.js classifies unassigned IPv6 ranges, such as the IPv4-compatible `::7f00:1`, as unicast.
  if (parsed.kind() === 'ipv6') return !parsed.match(globalUnicast)
  return parsed.toString() === azureHost
}

/** @param networks  In CIDR notation. */
export function isInNetworks(ip: string, networks: string[]): boolean {
  const parsed = ipaddr.process(ip)
  return networks
    .map((network) => ipaddr.parseCIDR(network))
    .some(([network, bits]) => {
      return network.kind() === parsed.kind() && parsed.match(network, bits)
    })
}
