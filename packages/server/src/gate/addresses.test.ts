import { describe, expect, it } from 'vitest'
import { createAddresses } from './addresses.ts'

const base = {
  host: '127.0.0.1',
  port: 4100,
  isTls: false,
  basePath: '',
  publicUrls: [],
  ownAddresses: ['192.168.1.5', 'fd00::5', '127.0.0.1'],
}

describe('the addresses of the server', () => {
  it('are the names of loopback at its port, and lead to one of them', () => {
    const { url, hosts, origins, pageUrls, findRedirect } = createAddresses(base)
    expect(url).toBe('http://127.0.0.1:4100')
    expect(pageUrls).toEqual([url])
    expect([...hosts].sort()).toEqual(['127.0.0.1:4100', '[::1]:4100', 'localhost:4100'])
    expect([...origins].sort()).toEqual(['http://127.0.0.1:4100', 'http://[::1]:4100', 'http://localhost:4100'])
    expect(findRedirect('localhost:4100')).toBe(url)
    expect(findRedirect('[::1]:4100')).toBe(url)
    expect(findRedirect('127.0.0.1:4100')).toBeNull()
  })

  it('have each public address, exactly, and people are sent there first', () => {
    const publicUrls = ['https://deck.example.com/x', 'https://box.tailnet.ts.net:8443/x']
    const { url, hosts, origins, pageUrls, findRedirect } = createAddresses({ ...base, basePath: '/x', publicUrls })
    expect(pageUrls).toEqual([...publicUrls, 'http://127.0.0.1:4100/x'])
    expect(url).toBe('http://127.0.0.1:4100/x')
    expect(hosts).toContain('deck.example.com')
    expect(hosts).not.toContain('deck.example.com:4100')
    expect(hosts).toContain('box.tailnet.ts.net:8443')
    expect(origins).toContain('https://box.tailnet.ts.net:8443')
    expect(origins).not.toContain('http://deck.example.com')
    expect(findRedirect('deck.example.com')).toBeNull()
  })

  it('leave out the usual port, as browsers do', () => {
    const { hosts, origins, url } = createAddresses({ ...base, port: 80 })
    expect(url).toBe('http://127.0.0.1')
    expect(hosts).toContain('localhost')
    expect(origins).toContain('http://localhost')
    expect(origins).not.toContain('http://localhost:80')
    expect(createAddresses({ ...base, port: 443, isTls: true }).origins).toContain('https://127.0.0.1')
  })

  it('are those of the machine where it listens on all of them, and one where it listens on one', () => {
    const all = createAddresses({ ...base, host: '0.0.0.0' })
    expect(all.url).toBe('http://127.0.0.1:4100')
    expect(all.pageUrls).toEqual(['http://127.0.0.1:4100', 'http://192.168.1.5:4100', 'http://[fd00::5]:4100'])
    expect(all.hosts).toContain('192.168.1.5:4100')
    const one = createAddresses({ ...base, host: '192.168.1.5' })
    expect(one.url).toBe('http://192.168.1.5:4100')
    expect(one.hosts).not.toContain('[fd00::5]:4100')
    expect(one.origins).toContain('http://192.168.1.5:4100')
  })

  it('stay with the name of loopback that the certificate is for', () => {
    const { url, findRedirect } = createAddresses({ ...base, isTls: true, loopbackName: 'localhost' })
    expect(url).toBe('https://localhost:4100')
    expect(findRedirect('127.0.0.1:4100')).toBe(url)
    expect(findRedirect('localhost:4100')).toBeNull()
  })
})
