import { globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { readImports } from './read-imports.ts'

/**
 * Files that import each other, by value or by type, as a sentence a circle. Such files can only be read, moved and tested together.
 * What is loaded when it is wanted (`import()`) does not count: a view may lead to the page that holds it.
 */
export function findCycles(root: string): string[] {
  const files = globSync('{packages/*/src,scripts,tests,bench,faults}/**/*.{ts,tsx}', { cwd: root })
  const known = new Set(files)
  const graph = new Map(
    files.map((file) => [
      file,
      readImports(join(root, file))
        .filter(({ from, isDynamic }) => from.startsWith('.') && !isDynamic)
        .map(({ from }) => normalize(join(dirname(file), from)))
        .filter((path) => known.has(path)),
    ]),
  )
  return findCircles(graph).map((circle) => `These ${circle.length} files import each other: ${circle.join(', ')}`)
}

/** Strongly connected components of more than one node, by Tarjan's algorithm. */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const onPath = new Set<string>()
  const circles: string[][] = []
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles

  function visit(node: string): void {
    order.set(node, order.size)
    lowest.set(node, order.get(node) as number)
    path.push(node)
    onPath.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (onPath.has(next)) lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(next) as number))
    }
    if (lowest.get(node) !== order.get(node)) return
    const circle = path.splice(path.indexOf(node))
    for (const member of circle) onPath.delete(member)
    if (circle.length > 1 || graph.get(node)?.includes(node)) circles.push(circle.sort())
  }
}
