import { expect, test } from 'vitest'
import { dataFolder } from './data-folder.ts'

test.each([
  ['linux', {}, '/home/ada', '/home/ada/.local/share/ai-roundtable'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/ada', '/data/ai-roundtable'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada', '/home/ada/.local/share/ai-roundtable'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/Users/ada', '/Users/ada/Library/Application Support/ai-roundtable'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\ai-roundtable'],
  ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\ai-roundtable'],
] as const)('on %s with %j the data of %s is in %s', (platform, env, home, folder) => {
  expect(dataFolder(env, platform, home)).toBe(folder)
})
