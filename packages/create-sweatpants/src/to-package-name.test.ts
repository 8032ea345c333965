import { expect, test } from 'vitest'
import { toPackageName } from './to-package-name.ts'

test.each([
  ['/home/ada/my-tool', 'my-tool'],
  ['/home/ada/My Tool!', 'my-tool'],
  ['/home/ada/.hidden_one', 'hidden_one'],
  ['/home/ada/日本', 'my-tool'],
  ['/', 'my-tool'],
])('%s becomes %s', (folder, name) => {
  expect(toPackageName(folder)).toBe(name)
})
