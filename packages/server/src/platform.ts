/** Why it cannot run here, or null where it can. WSL is Linux. */
export function findPlatformProblem(platform: NodeJS.Platform): string | null {
  if (platform === 'linux' || platform === 'darwin') return null
  const advice = platform === 'win32' ? ' Install WSL (wsl --install) and start it there.' : ''
  return `Quarterdeck runs on Linux, macOS and WSL, and not on '${platform}'.${advice}`
}
