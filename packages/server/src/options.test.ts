import { describe, expect, it } from 'vitest'
import { parseConfig } from './options/config-file.ts'
import { parseOptions as parse } from './options.ts'

/** Without a file, whatever stands in the home of who runs this. */
const parseOptions = (argv: string[], env: NodeJS.ProcessEnv) =>
  parse(argv, env, () => ({ kind: 'values', values: {} }))

const DEFAULTS = {
  port: 4100,
  host: '127.0.0.1',
  data: '/data',
  isTemporary: false,
  claude: undefined,
  claudeDir: undefined,
  maxLive: expect.any(Number),
  open: true,
  demo: false,
  basePath: '',
  publicUrls: [],
  tls: null,
  insecureLan: false,
  roots: [],
  allowBypass: false,
  allowConfig: false,
  bridge: false,
}

describe('parseOptions', () => {
  it('has a default for everything', () => {
    expect(parseOptions([], { QUARTERDECK_DATA: '/data' })).toEqual({ kind: 'serve', options: DEFAULTS })
  })

  it('takes every flag, with or without the command', () => {
    const argv = [
      ...['--port', '0', '--host', '::1', '--data', '/d', '--claude', '/c', '--claude-dir', '/k', '--max-live', '7'],
      ...[
        '--no-open',
        '--base-path',
        '/deck/',
        '--public-url',
        'https://a.example/deck',
        '--public-url',
        'https://b.example/',
      ],
      ...[
        '--tls-cert',
        '/cert',
        '--tls-key',
        '/key',
        '--insecure-lan',
        '--root',
        '/r',
        '--root',
        '/s',
        '--allow-bypass',
      ],
      ...['--allow-config', '--bridge'],
    ]
    const options = {
      port: 0,
      host: '::1',
      data: '/d',
      isTemporary: false,
      claude: '/c',
      claudeDir: '/k',
      maxLive: 7,
      open: false,
      demo: false,
      basePath: '/deck',
      publicUrls: ['https://a.example/deck', 'https://b.example/deck'],
      tls: { cert: '/cert', key: '/key' },
      insecureLan: true,
      roots: ['/r', '/s'],
      allowBypass: true,
      allowConfig: true,
      bridge: true,
    }
    expect(parseOptions(argv, {})).toEqual({ kind: 'serve', options })
    expect(parseOptions(['serve', ...argv], {})).toEqual({ kind: 'serve', options })
  })

  it.each([
    [['--fly'], "There is no flag '--fly'"],
    [['-x'], "There is no flag '-x'"],
    [['--port'], '--port wants a value'],
    [['--port', '70000'], "--port takes a number from 0 to 65535, not '70000'"],
    [['--port', '1e3'], "--port takes a number from 0 to 65535, not '1e3'"],
    [['--port', ''], '--port takes a number'],
    [['--no-open=yes'], '--no-open takes no value'],
    [
      ['--host', '0.0.0.0'],
      "--host '0.0.0.0' can be reached by others: give --tls-cert F --tls-key F, or --insecure-lan",
    ],
    [['--host', '192.168.1.5'], 'can be reached by others'],
    [['--host', '::ffff:127.0.0.1'], 'can be reached by others'],
    [['--host', 'example.com'], "--host takes an address such as 127.0.0.1, not 'example.com'"],
    [['--tls-cert', 'x'], '--tls-cert and --tls-key go together'],
    [['--base-path', 'deck'], "--base-path takes a path like /quarterdeck, not 'deck'"],
    [['--base-path', '/a/../b'], '--base-path takes a path'],
    [['--base-path', '/"onload="'], '--base-path takes a path'],
    [['--public-url', 'deck.example.com'], '--public-url takes an address like https://deck.example.com'],
    [['--public-url', 'https://me@deck.example.com'], '--public-url takes an address'],
    [['--public-url', 'javascript:alert(1)'], '--public-url takes an address'],
    [['--public-url', 'https://deck.example.com/x'], 'give --base-path /x too'],
    [['--public-url', 'http://deck.example.com'], 'is not encrypted'],
    [['--root', ''], '--root wants a path'],
    [['--data', ''], '--data wants a path'],
    [['--demo', '--claude', '/x'], '--demo has an agent of its own'],
    [['fly'], "There is no command 'fly'"],
    [['serve', 'now'], "'now' is one word too many"],
  ])('says in one line what is wrong with %j', (argv, message) => {
    const parsed = parseOptions(argv, {})
    expect(parsed).toMatchObject({ kind: 'wrong', message: expect.stringContaining(message) })
    expect(parsed.kind === 'wrong' && parsed.message).not.toContain('\n')
  })

  it.each([
    [['--host', '0.0.0.0', '--insecure-lan'], { host: '0.0.0.0', insecureLan: true }],
    [
      ['--host', '192.168.1.5', '--tls-cert', '/c', '--tls-key', '/k'],
      { host: '192.168.1.5', tls: { cert: '/c', key: '/k' } },
    ],
    [['--host', 'localhost'], { host: '127.0.0.1' }],
    [['--host', '[::1]'], { host: '::1' }],
    [['--base-path', '/'], { basePath: '' }],
    [['--public-url', 'http://lan:4100', '--insecure-lan'], { publicUrls: ['http://lan:4100'] }],
  ])('takes %j', (argv, options) => {
    expect(parseOptions(argv, {})).toMatchObject({ kind: 'serve', options })
  })

  it('keeps a demo apart from the data of the user, and calls only that folder temporary', () => {
    const read = (argv: string[]) => {
      const parsed = parseOptions(argv, { QUARTERDECK_DATA: '/mine' })
      return parsed.kind === 'serve' ? [parsed.options.data, parsed.options.isTemporary] : null
    }
    expect(read(['--demo'])).toEqual([expect.stringMatching(/quarterdeck-demo-\w+$/), true])
    expect(read(['--demo', '--data', '/d'])).toEqual(['/d', false])
    expect(read(['--demo', '--data=/d'])).toEqual(['/d', false])
  })

  it('answers --help and --version before anything else', () => {
    expect(parseOptions(['--help', '--port', 'x'], {})).toEqual({ kind: 'help' })
    expect(parseOptions(['--version'], {})).toEqual({ kind: 'version' })
  })
})

describe('config.json', () => {
  it('takes the names of the flags, in either spelling, and flags win', () => {
    const text =
      '{"port": 4200, "max-live": 3, "publicUrl": "https://a.example", "root": ["projects"], "noOpen": true, "claudeDir": "/k"}'
    const values = parseConfig(text, '/d')
    expect(values).toEqual({
      port: '4200',
      'max-live': '3',
      'public-url': ['https://a.example'],
      root: ['/d/projects'],
      'no-open': true,
      'claude-dir': '/k',
    })
    const parsed = parse(['--port', '4300'], { QUARTERDECK_DATA: '/d' }, () => ({
      kind: 'values',
      values: values as object,
    }))
    expect(parsed).toMatchObject({
      kind: 'serve',
      options: { port: 4300, maxLive: 3, publicUrls: ['https://a.example'], roots: ['/d/projects'], open: false },
    })
  })

  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'it must hold an object'],
    ['{"prot": 1}', "there is no key 'prot'"],
    ['{"data": "/x"}', "'data' can only be given as a flag"],
    ['{"constructor": "/x"}', "there is no key 'constructor'"],
    ['{"port": true}', "'port' takes a string or a number"],
    ['{"bridge": "yes"}', "'bridge' takes true or false"],
    ['{"root": [1]}', "'root' takes a list of strings"],
    ['{"max-live": 1, "maxLive": 2}', "'maxLive' is there twice"],
  ])('says what is wrong with %s', (text, message) => {
    expect(parseConfig(text, '/d')).toContain(message)
  })

  it('is held to the same rules as the flags', () => {
    const parsed = parse([], {}, () => ({ kind: 'values', values: { host: '0.0.0.0' } }))
    expect(parsed).toMatchObject({ kind: 'wrong', message: expect.stringContaining('can be reached by others') })
  })

  it('is named where what is wrong stands in it, and not where a flag is wrong', () => {
    const config = () => ({ kind: 'values' as const, values: { port: '99999', 'max-live': '0' } })
    const parsed = (...argv: string[]) => parse(argv, { QUARTERDECK_DATA: '/d' }, config)
    expect(parsed()).toMatchObject({
      kind: 'wrong',
      message: expect.stringMatching(/^'\/d\/config\.json': 'port' takes a number from 0 to 65535, not '99999'\./),
    })
    expect(parsed('--port', '1')).toMatchObject({
      kind: 'wrong',
      message: expect.stringMatching(/^'\/d\/config\.json': 'max-live' takes a number from 1 to 9999, not '0'\./),
    })
    expect(parsed('--port', 'x')).toMatchObject({ kind: 'wrong', message: expect.stringMatching(/^--port takes/) })
  })
})
