import { expect, test } from 'vitest'
import { ask, askData, exchange, tool, user } from './fixtures/ask.ts'
import type { Voice } from './voice.ts'

/** A voice that forecasts the weather, and asks a thermometer once. */
const forecaster: Voice = {
  ability: 'forecast the weather',
  read({ message, exchanges }) {
    if (!message.startsWith('Forecast')) return undefined
    const hasMeasured = exchanges.some(({ name }) => name === 'measure')
    return {
      call: hasMeasured ? undefined : { name: 'measure', values: { place: 'the roof' } },
      values: { sky: 'grey' },
      answer: { type: 'text', text: 'It rains.' },
    }
  },
}

const later: Voice = { ...forecaster, ability: 'repeat it', read: () => ({ answer: { type: 'data', value: 7 } }) }

const measure = tool('measure', 'Measures the temperature', { place: { type: 'string' }, unit: { enum: ['C', 'F'] } })

test('a voice answers the prompts that it takes', async () => {
  expect(await ask('Forecast, please', { voices: [forecaster] })).toBe('It rains. (demo model, offline)')
  expect(await ask('Hello', { voices: [forecaster] })).toContain('I am a demo model')
})

test('the first voice that takes a prompt answers it', async () => {
  expect(await ask('Forecast, please', { voices: [forecaster, later] })).toMatch(/^It rains\./)
  expect(await ask('Hello', { voices: [forecaster, later] })).toBe('7')
})

test('the values of a voice fill the schema of a prompt, and the message does not', async () => {
  const schema = { type: 'object', properties: { sky: { type: 'string' }, city: { type: 'string' } } }
  const message = 'Forecast for the city: Rome'
  expect(await askData(message, { ...schema, required: ['sky', 'city'] }, { voices: [forecaster] })).toEqual({
    sky: 'grey',
    city: 'Vienna',
  })
})

test('the values of a voice fill the example of a prompt', async () => {
  const shown = await ask('Forecast. Answer with JSON: {"sky": "its colour"}', { voices: [forecaster] })
  expect(JSON.parse(shown as string)).toEqual({ sky: 'grey' })
})

test('a voice calls its tool with valid arguments, and then answers', async () => {
  const options = { tools: [measure], voices: [forecaster] }
  const call = { name: 'measure', input: { place: 'the roof', unit: expect.stringMatching(/^[CF]$/) } }
  expect(await ask('Forecast, please', options)).toEqual(call)
  expect(await ask([user('Forecast, please'), ...exchange('measure', {}, '12')], options)).toMatch(/^It rains\./)
})

test('the tool of a voice is not called if it is not offered', async () => {
  expect(await ask('Forecast', { voices: [forecaster] })).toMatch(/^It rains\./)
  expect(await ask('Forecast', { tools: [measure], toolChoice: { type: 'none' }, voices: [forecaster] })).toMatch(/^It/)
})

test('the introduction lists the abilities of all voices', async () => {
  expect(await ask('Who are you?', { voices: [forecaster] })).toContain('I can fill a schema and forecast the weather.')
  expect(await ask('Who are you?')).toContain('I can fill a schema.')
})

test('a number that a voice draws depends on the seed and the key', async () => {
  const gambler: Voice = {
    ability: 'gamble',
    read: ({ draw, message }) => ({ answer: { type: 'data', value: draw(message) } }),
  }
  const drawn = async (key: string, seed: string) => Number(await ask(key, { seed, voices: [gambler] }))
  const first = await drawn('a', 'x')
  expect(first).toBe(await drawn('a', 'x'))
  const others = await Promise.all([drawn('b', 'x'), drawn('a', 'y')])
  expect(new Set([first, ...others]).size).toBe(3)
  const keys = Array.from({ length: 1_000 }, (_, at) => drawn(`seat ${at}`, 'x'))
  const mean = (await Promise.all(keys)).reduce((sum, one) => sum + one, 0) / keys.length
  expect(mean).toBeCloseTo(0.5, 1)
})
