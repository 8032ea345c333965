import { expect, test } from 'vitest'
import { toTitle } from './to-title.ts'

test.each([
  ['get_weather', 'Get weather'],
  ['getWeather', 'Get weather'],
  ['files.read-all', 'Files read all'],
  ['calculator', 'Calculator'],
])('%s is shown as %s', (name, title) => expect(toTitle(name)).toBe(title))
