import { expect, it } from 'vitest';
import { isPublicAddress } from './address-policy.ts';

it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::8'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  ['this machine', ['127.0.0.1', '127.8.9.1', '::1', '0.0.0.0', '0.1.2.3', '::']],
  ['a private network', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
  ['the link', ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::1%eth0']],
  ['a provider behind one address', ['100.64.0.1', '100.127.255.255']],
  ['IPv4 inside IPv6', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1']],
  // AWS, Azure, GCP and others; AWS over IPv6; ECS; Google over IPv6; Alibaba; Azure's WireServer; Oracle; Tencent.
  [
    'what a cloud tells its machines',
    [
      '169.254.169.254',
      'fd00:ec2::254',
      '169.254.170.2',
      'fd20:ce::254',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      '169.254.0.23',
    ],
  ],
  ['the same inside IPv6', ['::ffff:168.63.129.16', '::ffff:a83f:8110', '64:ff9b::a83f:8110', '2002:a83f:8110::1']],
  ['a translator', ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00:1::1']],
  ['no host or every host', ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1', '4000::1', '100::1', '100:0:0:1::1']],
  ['documents and tests', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1', '192.0.0.1']],
  ['no address', ['', 'localhost', '127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '127.0.0.1.', '8.8.8.8:80', '[::1]']],
])('%s is not', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});
