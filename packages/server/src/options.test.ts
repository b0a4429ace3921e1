import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'

describe('parseOptions', () => {
  it('has a default for everything', () => {
    expect(parseOptions([], { QUARTERDECK_DATA: '/data' })).toEqual({
      kind: 'serve',
      options: {
        port: 4100,
        host: '127.0.0.1',
        data: '/data',
        isTemporary: false,
        claude: undefined,
        claudeDir: undefined,
        maxLive: expect.any(Number),
        open: true,
        demo: false,
      },
    })
  })

  it('takes every flag, with or without the command', () => {
    const argv = [
      '--port',
      '0',
      '--host',
      '::1',
      '--data',
      '/d',
      '--claude',
      '/c',
      '--claude-dir',
      '/k',
      '--max-live',
      '7',
      '--no-open',
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
    [['--host', '0.0.0.0'], "--host '0.0.0.0' is not a loopback address"],
    [['--data', ''], '--data wants a path'],
    [['--demo', '--claude', '/x'], '--demo has an agent of its own'],
    [['fly'], "There is no command 'fly'"],
    [['serve', 'now'], "'now' is one word too many"],
  ])('says in one line what is wrong with %j', (argv, message) => {
    const parsed = parseOptions(argv, {})
    expect(parsed).toMatchObject({ kind: 'wrong', message: expect.stringContaining(message) })
    expect(parsed.kind === 'wrong' && parsed.message).not.toContain('\n')
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
