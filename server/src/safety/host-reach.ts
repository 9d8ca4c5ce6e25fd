import { BlockList, isIPv4, isIPv6 } from 'node:net';

export type HostReach = 'public' | 'private' | 'own_machine';

/** IANA special-purpose address registries (RFC 6890 and successors): blocks that are not globally reachable. */
const PRIVATE_BLOCKS = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '64:ff9b:1::/48',
  '100::/64',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
];
const OWN_MACHINE_BLOCKS = ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'];

/** Endings that never resolve outside somebody's own network (RFC 6762, RFC 8375, and ICANN's reservation of .internal). */
const PRIVATE_ENDINGS = ['.local', '.internal', '.home.arpa', '.lan', '.home', '.corp', '.intranet', '.private', '.localdomain'];

/** Names of public services that resolve to the address in them: "10-0-0-1.nip.io". */
const ADDRESS_IN_NAME = /^(?:.*[.-])?(\d{1,3}(?:[.-]\d{1,3}){3})\.(?:nip|sslip|xip)\.io$/;

const privateBlocks = blockList(PRIVATE_BLOCKS);
const ownMachineBlocks = blockList(OWN_MACHINE_BLOCKS);

/**
 * How far a host of a parsed URL can be reached, judged by its name or address alone. The URL parser
 * has brought every spelling of an IPv4 address (octal, hexadecimal, one number) into its dotted form.
 */
export function hostReach(hostname: string): HostReach {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
    .replace(ADDRESS_IN_NAME, (_, address) => address.replaceAll('-', '.'));
  const family = isIPv4(host) ? 'ipv4' : isIPv6(host) ? 'ipv6' : null;
  if (family) {
    // A block list also finds an IPv4 address that is written as an IPv6 one (::ffff:10.0.0.1).
    if (ownMachineBlocks.check(host, family)) return 'own_machine';
    return privateBlocks.check(host, family) ? 'private' : 'public';
  }
  if (host === 'localhost' || host.endsWith('.localhost')) return 'own_machine';
  return host !== '' && (!host.includes('.') || PRIVATE_ENDINGS.some((ending) => host.endsWith(ending))) ? 'private' : 'public';
}

function blockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', prefix = ''] = block.split('/');
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}
