import { describe, expect, it } from 'vitest'
import { assistant, play, text, user } from '../lines-for-test.ts'
import { toPromptText, toTitle } from './title.ts'

describe('the title of a session', () => {
  it('is the most deliberate of the known names', () => {
    const facts = { firstPrompt: 'fix it', lastPrompt: 'thanks' }
    expect(toTitle({ lastPrompt: 'thanks' })).toBe('thanks')
    expect(toTitle(facts)).toBe('fix it')
    expect(toTitle({ ...facts, summary: 'Fixing' })).toBe('Fixing')
    expect(toTitle({ ...facts, summary: 'Fixing', aiTitle: 'Fix the lexer' })).toBe('Fix the lexer')
    expect(toTitle({ ...facts, aiTitle: 'Fix the lexer', customTitle: 'Lexer' })).toBe('Lexer')
    expect(toTitle({ customTitle: 'Lexer', agentName: 'reviewer' })).toBe('reviewer')
  })

  it('is the name that was given last, of a session and of its agent', () => {
    const named = [
      { type: 'custom-title', customTitle: 'One' },
      { type: 'agent-name', agentName: 'One' },
    ]
    const renamed = play([...named, { type: 'custom-title', customTitle: 'Two' }])
    expect(toTitle(renamed.titles)).toBe('Two')
    expect(toTitle(play([{ type: 'agent-name', agentName: 'Three' }], renamed).titles)).toBe('Three')
    expect(toTitle(play([user('Hi'), { type: 'custom-title', customTitle: '' }], renamed).titles)).toBe('Hi')
  })

  it('is a word for the kind of session when it has no name', () => {
    expect(toTitle({})).toBe('Untitled')
    expect(toTitle({ isSidechain: true })).toBe('Autonomous session')
    expect(toTitle({ customTitle: ' \n ' })).toBe('Untitled')
  })

  it('is “Autonomous session” for a transcript of an agent alone, until a prompt comes', () => {
    const agent = { isSidechain: true, agentId: 'a', parentUuid: null }
    const alone = play([user('Look.', agent), assistant('m', [text('Seen.')], agent)])
    expect(toTitle(alone.titles)).toBe('Autonomous session')
    expect(toTitle(play([user('Hi')], alone).titles)).toBe('Hi')
    expect(play([user('Hi'), user('Look.', agent)]).titles.isSidechain).toBeUndefined()
  })

  it('leaves out what an editor put before the prompt', () => {
    const prompt = '<ide_opened_file>The user opened a.ts</ide_opened_file>\nRename   the\nfield'
    expect(toTitle({ firstPrompt: prompt })).toBe('Rename the field')
    expect(toTitle({ firstPrompt: '<ide_selection>x</ide_selection>', lastPrompt: 'go on' })).toBe('go on')
    expect(toTitle({ lastPrompt: '<task-notification><status>completed</status></task-notification>' })).toBe(
      'Untitled',
    )
  })

  it('is the command of the shell, where that is how it began', () => {
    expect(toTitle({ firstPrompt: '<bash-input>git status</bash-input>' })).toBe('! git status')
    expect(toPromptText('Why is <bash-input>ls</bash-input> here?')).toBe('Why is <bash-input>ls</bash-input> here?')
  })

  it('is one line and never half a character', () => {
    expect(toTitle({ firstPrompt: '🙂'.repeat(200) })).toBe(`${'🙂'.repeat(120)}…`)
    expect(toTitle({ customTitle: 'a\nb' })).toBe('a b')
  })
})

describe('the text of a prompt', () => {
  it('is the command as it was typed', () => {
    const text =
      '<command-name>/review</command-name>\n<command-message>review</command-message>\n<command-args>now</command-args>'
    expect(toPromptText(text)).toBe('/review now')
    expect(toPromptText('<command-name>/clear</command-name>')).toBe('/clear')
  })
})
