import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Archive, readInside } from '@quarterdeck/archive'
import { FileFinder } from './files/file-finder.ts'
import { createRoots } from './files/roots.ts'
import { SentFiles } from './files/sent-files.ts'
import { TemporaryUploads } from './files/temporary-uploads.ts'
import type { CommandParts } from './http/handlers/command-routes.ts'
import type { FileParts } from './http/handlers/file-routes.ts'
import type { MessageParts } from './http/handlers/message-routes.ts'
import { SessionMessages } from './messages/session-messages.ts'
import type { PolicyContext } from './policy/policy-options.ts'

export interface ReadingOptions {
  archive: Archive
  data: string
  /** `--root` */
  roots: readonly string[]
  sources: MessageParts['sources']
  isTrusted: FileParts['isTrusted']
  toldCommands: CommandParts['toldCommands']
  policy: PolicyContext
}

/** All that the reading routes stand on. */
export function createReading(options: ReadingOptions): MessageParts & Omit<FileParts, 'audit'> & CommandParts {
  const { archive, data, sources, isTrusted, toldCommands, policy } = options
  const known = async () => (await archive.listProjects()).map(({ path }) => path)
  return {
    archive,
    sources,
    messages: new SessionMessages(archive, ({ kept }, file) => {
      const bytes = readInside(kept.folder, file)
      return Buffer.isBuffer(bytes) ? bytes.toString() : null
    }),
    roots: createRoots({ named: options.roots, home: homedir(), known, classify: policy.classify }),
    finder: new FileFinder(),
    uploads: new TemporaryUploads(join(data, 'uploads')),
    sentFiles: new SentFiles(),
    isTrusted,
    toldCommands,
    policy,
  }
}
