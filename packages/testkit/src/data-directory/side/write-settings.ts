import type { DataFolder } from '../data-folder.ts'

export function writeSettings(folder: DataFolder): void {
  const settings = { model: 'opus', permissions: { allow: ['Bash(npm test:*)'], deny: ['Read(./secrets/**)'] } }
  const local = { permissions: { allow: ['WebFetch(domain:docs.example.org)'], deny: [] } }
  folder.write('settings.json', JSON.stringify(settings, null, 2))
  folder.write('settings.local.json', JSON.stringify(local, null, 2))
}
