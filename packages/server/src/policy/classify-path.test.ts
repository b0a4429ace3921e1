import { describe, expect, it } from 'vitest'
import { classifyPath } from './classify-path.ts'

const PLACES = {
  homes: ['/home/me', '/Users/me'],
  own: [
    { path: '/home/me/.quarterdeck', why: 'is ours' },
    { path: '/run/user/1/quarterdeck', why: 'is ours' },
    { path: '/home/me/cli-data', why: "is the CLI's" },
  ],
  open: ['/code/app/.claude/worktrees/listed', '/home/me/.quarterdeck/demo/sample'],
}

const kindOf = (path: string) => classifyPath(path, PLACES).kind

describe('a path', () => {
  it.each([
    ...['/home/me/.quarterdeck', '/home/me/.quarterdeck/config.json', '/home/me/.Quarterdeck/x', '/home/me/cli-data/x'],
    ...['/run/user/1/quarterdeck/a.sock', '/home/me/.claude/settings.json', '/home/me/.claude.json', '/code/.claude/x'],
    ...['/code/app/.git', '/code/app/.git/config', '/code/app/sub/.GIT/hooks/x', '/code/app/.g\u200cit/config'],
    ...['/code/app/.git./config', '/code/app/.git /config', '/code/app/.git::$INDEX_ALLOCATION/config'],
    ...['/code/app/git~1/config', '/code/app/CLAUDE~1/settings.json', '/code/.ｇｉｔ/config'],
    ...['/home/me/.ssh/id', '/code/app/.ſſh/id', '/home/me/.gnupg/x', '/home/me/.bashrc', '/code/dotfiles/.zshenv'],
    ...['/home/me/.config/fish/config.fish', '/Users/me/Library/LaunchAgents/x.plist', '/home/me/.netrc'],
    ...['/home/me/.npmrc', '/home/me/.aws/credentials', '/home/me/.config/systemd/user/x', '/etc/cron.d/x'],
    ...['/code/app/.claude/worktrees/listed/.git', '/code/app/.claude/worktrees/listed/.claude/settings.json'],
    ...['/code/app/.claude/worktrees/other/a.ts', '/home/me/.quarterdeck/demo/sample/.git/config'],
    ...['/home/me/.quarterdeck/demo/samples', '/code/app/.claude/worktrees/listed-too/a.ts'],
  ])('%j is protected', (path) => expect(kindOf(path)).toBe('protected'))

  it.each([
    ...['/code/CLAUDE.md', '/code/sub/claude.local.md', '/code/.mcp.json', '/code/.github/workflows/ci.yml'],
    ...['/code/.GitHub/Workflows/ci.yml', '/code/.husky/pre-commit', '/code/.vscode/tasks.json', '/code/.npmrc'],
    ...['/code/.envrc', '/code/app/.claude/worktrees/listed/CLAUDE.md', '/home/me/CLAUDE.md'],
  ])('%j is sensitive', (path) => expect(kindOf(path)).toBe('sensitive'))

  it.each([
    ...['/code/app/a.ts', '/home/me', '/', '/code/.gitignore', '/code/.github/CODEOWNERS', '/code/git/config'],
    ...['/code/app/.claude/worktrees/listed', '/code/app/.claude/worktrees/listed/src/a.ts', '/code/app/readme.md'],
    ...['/home/me/.quarterdeck-notes/a', '/home/me/project/.quarterdeck/uploads/a.png', '/home/me/.config/app.toml'],
    ...['/home/me/.quarterdeck/demo/sample/a.ts', '/code/a~1', '/code/app/.git-blame-ignore-revs', '/code/.aws/x'],
  ])('%j is ordinary', (path) => expect(kindOf(path)).toBe('ordinary'))
})
