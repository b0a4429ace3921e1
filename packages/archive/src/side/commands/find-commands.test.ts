import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { findCommands } from './find-commands.ts'

let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

const find = (enabledPlugins?: object) =>
  findCommands({
    root: directory.path('data'),
    project: directory.path('project'),
    home: directory.root,
    enabledPlugins,
  })

describe('findCommands', () => {
  it('names commands by their folders, and lets the project win over the user', () => {
    directory.write('data/commands/greet.md', 'User greets')
    directory.write(
      'data/commands/front/end/part.md',
      '---\ndescription: Makes a part\nargument-hint: [name]\n---\nMake $0',
    )
    directory.write(
      'project/.claude/commands/greet.md',
      '---\nallowed-tools: Bash(git add:*, git commit:*), Read\nmodel: haiku\n---\nProject greets',
    )
    const { commands } = find()
    expect(commands.map(({ name, source }) => `${name} ${source.level}`)).toEqual([
      'greet project',
      'front:end:part user',
    ])
    expect(commands[0]).toMatchObject({
      kind: 'command',
      description: 'Project greets',
      allowedTools: ['Bash(git add:*, git commit:*)', 'Read'],
      model: 'haiku',
    })
    expect(commands[1]).toMatchObject({ description: 'Makes a part', argumentHint: '[name]', body: 'Make $0' })
  })

  it('looks from the folder up to the repository or to the home, as both CLIs were seen to', () => {
    for (const folder of ['', 'home', 'home/app', 'home/app/sub'])
      directory.write(join(folder, '.claude/commands', `in-${folder.split('/').at(-1) || 'top'}.md`), 'x')
    const names = () =>
      findCommands({
        root: directory.path('data'),
        project: directory.path('home/app/sub'),
        home: directory.path('home'),
      }).commands.map(({ name }) => name)
    expect(names()).toEqual(['in-sub', 'in-app'])
    directory.write('home/app/.git/HEAD', 'x')
    expect(names()).toEqual(['in-sub', 'in-app'])
    directory.write('home/app/sub/.git', 'gitdir: elsewhere')
    expect(names()).toEqual(['in-sub'])
  })

  it('finds skills, and says which of them only Claude calls', () => {
    directory.write('data/skills/haiku/SKILL.md', '---\nname: haiku\ndescription: Writes one\n---\nWrite')
    directory.write('data/skills/haiku/notes/other.md', 'no skill')
    directory.write('data/skills/inner/SKILL.md', '---\ndescription: Hidden\nuser-invocable: false\n---\n')
    directory.write('data/skills/mine/SKILL.md', '---\ndisable-model-invocation: true\n---\nOnly mine')
    const { commands } = find()
    expect(
      commands.map(({ name, isUserInvocable, isModelInvocable }) => [name, isUserInvocable, isModelInvocable]),
    ).toEqual([
      ['haiku', true, true],
      ['inner', false, true],
      ['mine', true, false],
    ])
  })

  it('finds agents by the name in their head', () => {
    directory.write(
      'project/.claude/agents/review.md',
      '---\nname: reviewer\ndescription: Reviews\ntools: Read, Grep\ncolor: red\n---\nYou review.',
    )
    directory.write('data/agents/nameless.md', 'no head')
    expect(find().agents).toMatchObject([
      { name: 'reviewer', tools: ['Read', 'Grep'], color: 'red', body: 'You review.', source: { level: 'project' } },
    ])
  })

  it('finds those of installed plugins, of both versions of the list, and none of one that is off', () => {
    const cache = 'data/plugins/cache/market'
    for (const name of ['one', 'two', 'off']) {
      directory.write(`${cache}/${name}/commands/do.md`, `${name} does`)
      directory.write(`${cache}/${name}/agents/a.md`, `---\nname: helper\n---\n`)
      directory.write(`${cache}/${name}/skills/s/SKILL.md`, 'skill')
    }
    directory.write('outside/commands/evil.md', 'evil')
    directory.write('data/plugins/installed_plugins.json', {
      version: 2,
      plugins: {
        'one@market': [{ scope: 'user', installPath: directory.path(`${cache}/one`) }],
        'two@market': { installPath: directory.path(`${cache}/two`) },
        'off@market': [{ installPath: directory.path(`${cache}/off`) }],
        'evil@market': [{ installPath: directory.path('outside') }],
        'up@market': [{ installPath: '../outside' }],
        'gone@market': [{ installPath: directory.path('data/plugins/gone') }],
        'odd@market': 7,
      },
    })
    const { commands, agents } = find({ 'off@market': false })
    expect(commands.map(({ name }) => name)).toEqual(['one:do', 'one:s', 'two:do', 'two:s'])
    expect(agents.map(({ name }) => name)).toEqual(['one:helper', 'two:helper'])
  })

  it('follows no link, and stops at nothing that is odd', () => {
    directory.write('secret/secret.md', 'secret')
    directory.write('data/commands/bad.md', '---\nname: [\n---\nStill a command')
    directory.write('data/commands/huge.md', 'x'.repeat(2_000_000))
    symlinkSync(directory.path('secret/secret.md'), directory.path('data/commands/link.md'))
    symlinkSync(directory.path('secret'), directory.path('data/commands/folder'))
    mkdirSync(directory.path('data/commands/folder.md'))
    mkdirSync(directory.path('project'))
    symlinkSync(directory.path('secret'), directory.path('project/.claude'))
    directory.write('data/plugins/installed_plugins.json', '{"plugins": 7')
    const { commands } = find()
    expect(commands.map(({ name, problem }) => [name, problem !== null])).toEqual([['bad', true]])
    expect(findCommands({ root: directory.path('nowhere') })).toEqual({ commands: [], agents: [] })
  })
})
