import { ClientError } from '@quarterdeck/client'
import { expect, it } from 'vitest'
import { toAskedPaths } from './to-asked-paths.ts'

it('gives the paths that a person has to be asked about', () => {
  const error = new ClientError({ code: 'needs_confirmation', message: '', paths: ['/p/.mcp.json'] })
  expect(toAskedPaths(error)).toEqual(['/p/.mcp.json'])
})

it.each([
  ['that names no path', new ClientError({ code: 'needs_confirmation', message: '', days: 3 })],
  ['of another kind', new ClientError({ code: 'not_allowed', message: '', paths: ['/p/.git'] })],
  ['that is not of the server', new Error('offline')],
])('gives null for a problem %s', (_, error) => {
  expect(toAskedPaths(error)).toBeNull()
})
