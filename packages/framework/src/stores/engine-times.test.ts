import { expect, test } from 'vitest'
import { createMemoryEngine } from '../testing/memory-engine.ts'
import { EngineTimes } from './engine-times.ts'

const MINUTE = 60_000

function createTimes() {
  const engine = createMemoryEngine().open()
  let read = 0
  const times = new EngineTimes({
    ...engine,
    async since(pattern, after) {
      const found = await engine.since(pattern, after)
      read += found.length
      return found
    },
  })
  const put = (time: number, id: string) => engine.put(`time.due.${time}.kind.${id}`, '1')
  const idsUpTo = async (time: number) => (await times.upTo('due', time)).map(({ name }) => name.split('.').at(-1))
  const readBy = async (act: () => unknown) => {
    read = 0
    await act()
    return read
  }
  return { engine, put, idsUpTo, readBy }
}

test('a time is found when it has come, also one that was put long before', async () => {
  const { put, idsUpTo } = createTimes()
  await put(5 * MINUTE, 'soon')
  expect(await idsUpTo(0)).toEqual([])
  await put(90 * MINUTE, 'later')
  await put(3_000 * MINUTE, 'in days')
  expect(await idsUpTo(5 * MINUTE)).toEqual(['soon'])
  expect(await idsUpTo(89 * MINUTE)).toEqual(['soon'])
  expect(await idsUpTo(90 * MINUTE)).toEqual(['soon', 'later'])
  expect(await idsUpTo(3_001 * MINUTE)).toEqual(['soon', 'later', 'in days'])
})

test('a time that is asked for while another one is read is found', async () => {
  const { put, idsUpTo } = createTimes()
  await put(5 * MINUTE, 'soon')
  await put(500 * MINUTE, 'later')
  expect(await Promise.all([5, 5, 500].map((minutes) => idsUpTo(minutes * MINUTE)))).toEqual([
    ['soon'],
    ['soon'],
    ['soon', 'later'],
  ])
})

test('times are read once in an hour, and those of later hours are not remembered', async () => {
  const { engine, put, idsUpTo, readBy } = createTimes()
  for (let i = 0; i < 20; i++) await put((90 + i) * MINUTE, `${i}`)
  expect(await readBy(() => idsUpTo(0))).toBe(20)
  expect(await readBy(() => idsUpTo(59 * MINUTE))).toBe(0)
  await engine.purge('time.due.*.kind.*', Number.MAX_SAFE_INTEGER)
  await put(100 * MINUTE, 'again')
  expect(await readBy(() => idsUpTo(60 * MINUTE))).toBe(1)
  expect(await idsUpTo(500 * MINUTE)).toEqual(['again'])
})
