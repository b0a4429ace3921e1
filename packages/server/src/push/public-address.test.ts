import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('whether an address is one of the internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450::1'])(
    '%s is',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::'],
    ...['2001::1', '100::1', 'fec0::1'],
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

  it('looks at the IPv4 address that another carries', () => {
    for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '7f00:1'])
      for (const head of ['::ffff:', '64:ff9b::']) expect(isPublicAddress(head + inside)).toBe(false)
    expect(isPublicAddress('::ffff:8.8.8.8')).toBe(true)
    expect(isPublicAddress('64:ff9b::8.8.8.8')).toBe(true)
    // The old, compatible form leads nowhere.
    expect(isPublicAddress('::8.8.8.8')).toBe(false)
  })

  it('takes nothing that is no address', () => {
    for (const text of ['', 'localhost', '0x7f.1', '127.1', '2130706433', '8.8.8.8.', '[2606:4700::1]'])
      expect(isPublicAddress(text)).toBe(false)
  })
})
