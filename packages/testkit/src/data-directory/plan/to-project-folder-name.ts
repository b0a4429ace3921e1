const LONGEST = 200

/** How the CLI names the folder of a project: it cannot be read backwards, two paths may get one name. */
export function toProjectFolderName(path: string): string {
  const name = path.replace(/[^a-zA-Z0-9]/g, '-')
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}-${Math.abs(toHash(path)).toString(36)}`
}

function toHash(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = ((hash << 5) - hash + text.charCodeAt(index)) | 0
  return hash
}
