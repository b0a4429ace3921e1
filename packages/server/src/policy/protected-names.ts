/** Why a path is not for sessions, as the end of a sentence that begins with it. */
type Why = string

/**
 * Names that are nobody's business wherever they stand, as a folder or as a file. Written in lower case: they are compared as the most
 * forgiving file system would.
 */
export const PROTECTED_NAMES: Readonly<Record<string, Why>> = {
  // What stands in hooks and configuration is run by the next git.
  '.git': 'belongs to git',
  // Hooks, rules of permission, commands, and in the home folder the login itself.
  '.claude': 'configures Claude Code',
  '.claude.json': 'configures Claude Code',
  '.ssh': 'belongs to ssh',
  '.gnupg': 'belongs to GnuPG',
  // Run by the next shell, and by some programs when somebody logs in.
  ...Object.fromEntries(
    [
      ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile', '.inputrc'],
      ...['.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.zsh_aliases'],
      ...['.cshrc', '.tcshrc', '.login', '.logout', '.kshrc', '.mkshrc', '.shrc', '.shinit'],
      ...['.xprofile', '.xinitrc', '.xsession', '.xsessionrc', '.xserverrc', '.pam_environment'],
    ].map((name) => [name, 'is run when a shell or a desktop starts']),
  ),
}

/** Below the home folder. */
export const PROTECTED_IN_HOME: Readonly<Record<string, Why>> = {
  ...Object.fromEntries(
    [
      ...['.config/fish', '.config/environment.d', '.config/nushell', '.config/powershell', '.config/zsh', '.zsh'],
      ...['.config/systemd', '.local/share/systemd', '.config/autostart', '.config/autostart-scripts'],
      ...['.config/plasma-workspace', '.config/upstart', '.config/cron', 'library/launchagents'],
    ].map((path) => [path, 'holds what is run by itself']),
  ),
  ...Object.fromEntries(
    [
      ...['.aws', '.azure', '.kube', '.docker', '.config/gcloud', '.config/gh', '.config/hub', '.config/op'],
      ...['.netrc', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pypirc', '.gem/credentials', '.cargo/credentials.toml'],
      ...['.git-credentials', '.password-store', '.local/share/keyrings', 'library/keychains', '.config/rclone'],
      ...['.vault-token', '.terraform.d', '.terraformrc', '.m2/settings.xml', '.gradle/gradle.properties', '.pgpass'],
    ].map((path) => [path, 'holds what you log in with']),
  ),
  // Both can name programs that git runs.
  '.gitconfig': 'configures git',
  '.config/git': 'configures git',
}

/** For who runs this as root, with a session at the top of everything. */
export const PROTECTED_IN_SYSTEM: Readonly<Record<string, Why>> = Object.fromEntries(
  [
    ...['/etc/profile', '/etc/profile.d', '/etc/bash.bashrc', '/etc/bashrc', '/etc/zsh', '/etc/zshrc', '/etc/zshenv'],
    ...['/etc/crontab', '/etc/cron.d', '/etc/cron.hourly', '/etc/cron.daily', '/etc/cron.weekly', '/etc/cron.monthly'],
    ...['/var/spool/cron', '/etc/systemd', '/etc/init.d', '/etc/ssh', '/etc/sudoers', '/etc/sudoers.d', '/etc/pam.d'],
    ...['/etc/passwd', '/etc/shadow', '/etc/ld.so.preload', '/library/launchdaemons', '/library/launchagents'],
    ...['/proc', '/sys'],
  ].map((path) => [path, 'belongs to the system']),
)

/** What Claude Code, an editor, git's hooks or a build server obeys by itself: a person is asked about each by its name. */
export const SENSITIVE_NAMES: Readonly<Record<string, Why>> = {
  '.mcp.json': 'names programs that Claude Code starts',
  '.husky': 'is run by git',
  '.vscode': 'is obeyed by editors',
  '.idea': 'is obeyed by editors',
  '.devcontainer': 'is obeyed by editors',
  '.envrc': 'is run by direnv',
  '.npmrc': 'configures npm',
  '.yarnrc.yml': 'names a program that yarn runs',
}
export const SENSITIVE_PATHS: Readonly<Record<string, Why>> = { '.github/workflows': 'is run by GitHub' }
export const INSTRUCTIONS = { pattern: /^claude.*\.md$/, why: 'is what Claude Code is told before every conversation' }
