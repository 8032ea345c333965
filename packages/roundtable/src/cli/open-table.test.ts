import { expect, test } from 'vitest'
import { findMode } from '../modes/index.ts'
import { createPanel } from '../panel/create-panel.ts'
import { dataFolder, preferModel } from './open-table.ts'

test.each([
  ['linux', {}, '/home/ada', '/home/ada/.local/share/ai-roundtable'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/ada', '/data/ai-roundtable'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada', '/home/ada/.local/share/ai-roundtable'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/Users/ada', '/Users/ada/Library/Application Support/ai-roundtable'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\ai-roundtable'],
  ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\ai-roundtable'],
] as const)('the data folder on %s with %j and the home folder %s is %s', (platform, env, home, folder) => {
  expect(dataFolder(env, platform, home)).toBe(folder)
})

const panel = preferModel(
  createPanel({
    discover: async () => [
      { provider: 'openai', id: 'openai/usual', usable: true },
      { provider: 'demo', id: 'demo', usable: true },
    ],
  }),
  'openai/other',
)

const seatModels = async (wishes: { model: string }[] | undefined) => {
  const { seats } = await panel.seat({ wishes, count: 2, mode: findMode('collaborative'), perspectives: [] })
  return seats.map(({ model }) => model)
}

test('a preferred model takes only the seats without a chosen model', async () => {
  expect(await seatModels(undefined)).toEqual(['openai/other', 'openai/other'])
  expect(await seatModels([{ model: 'demo' }])).toEqual(['demo'])
})
