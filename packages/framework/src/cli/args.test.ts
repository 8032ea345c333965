import { expect, test } from 'vitest'
import { readArgs, readOptions, readPort, UsageError } from './args.ts'

const options = { name: { type: 'string' } } as const

test('readArgs returns options and positionals', () => {
  expect(readArgs(['a', '--name', 'b'], options)).toMatchObject({ positionals: ['a'], values: { name: 'b' } })
})

test.each([
  [['--nmae', 'b'], "Unknown option '--nmae'; did you mean --name? --help lists the options"],
  [['--verbose'], "Unknown option '--verbose'; --help lists the options"],
  [['--name'], "Option '--name <value>' argument missing; --help lists the options"],
  [['--name', '--b'], '--name takes a value; one that begins with - is written --name=-…'],
  [['page'], 'unexpected argument "page"; --help lists the options'],
])('readOptions refuses %j', (args, message) => {
  expect(() => readOptions(args, options)).toThrow(new UsageError(message))
})

test.each(['', 'http', '-1', '1.5', '65536'])('readPort refuses the option "%s"', (text) => {
  expect(() => readPort(text, 'PORT', {})).toThrow(`--port takes a port from 0 to 65535, not "${text}"`)
})

test('readPort names the variable whose port is refused, and reads it only without the option', () => {
  const env = { SANDBOX_PORT: 'abc' }
  expect(() => readPort(undefined, 'SANDBOX_PORT', env)).toThrow('SANDBOX_PORT takes a port from 0 to 65535, not "abc"')
  expect(readPort('80', 'SANDBOX_PORT', env)).toBe(80)
  expect(readPort(undefined, 'PORT', env)).toBeUndefined()
})
