import { expect, it } from 'vitest'
import { toProjectFolderName } from './to-project-folder-name.ts'

it('replaces everything but letters and digits, so that two paths may get one name', () => {
  expect(toProjectFolderName('/home/dana/my.app v2')).toBe('-home-dana-my-app-v2')
  expect(toProjectFolderName('/home/dana/my-app-v2')).toBe('-home-dana-my-app-v2')
  expect(toProjectFolderName('/プロ')).toBe('---')
})

it('cuts long names and adds a hash of the path', () => {
  const name = toProjectFolderName(`/${'deep/'.repeat(60)}`)
  expect(name).toMatch(/^[-a-z]{200}-[0-9a-z]+$/)
  expect(toProjectFolderName(`/${'deep/'.repeat(61)}`)).not.toBe(name)
})
