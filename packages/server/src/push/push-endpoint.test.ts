import { describe, expect, it } from 'vitest'
import { parsePushEndpoint } from './push-endpoint.ts'

describe('the address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QA-xyz',
    'https://8.8.8.8/push',
    'https://push.example.com:8443/x',
  ])('%s is taken', (text) => expect(parsePushEndpoint(text)).toMatchObject({ kind: 'endpoint' }))

  it.each([
    ['http://fcm.googleapis.com/x', 'https:'],
    ['ftp://push.example.com/x', 'https:'],
    ['https://user:word@push.example.com/x', 'user name'],
    ['push.example.com', 'no address'],
    ...[
      ...[
        '127.0.0.1',
        'localhost',
        'LOCALHOST',
        'localhost.',
        'a.localhost',
        '127.1',
        '0x7f.1',
        '2130706433',
        '0177.0.0.1',
      ],
      ...[
        '10.0.0.1',
        '192.168.1.1',
        '169.254.169.254',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[fe80::1]',
        '[fd00::1]',
        '0.0.0.0',
      ],
      ...['router', 'nas.local', 'metadata.google.internal', 'fritz.box.lan', '[64:ff9b::10.0.0.1]', '１２７.0.0.1'],
    ].map((host) => [`https://${host}/push`, 'private network']),
  ])('%s is refused', (text, why) =>
    expect(parsePushEndpoint(text as string)).toMatchObject({
      kind: 'wrong',
      message: expect.stringContaining(why as string),
    }),
  )
})
