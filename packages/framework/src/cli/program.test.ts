import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import { UsageError } from './args.ts'
import { type Command, type Program, runProgram } from './program.ts'

let stdout: MockInstance<typeof process.stdout.write>
let stderr: MockInstance<typeof process.stderr.write>
const { console } = globalThis
beforeEach(() => {
  stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  globalThis.console = console
})

const printed = (): string => stderr.mock.calls.map(([text]) => text).join('')

const echo: Command = async (args) => args.length
const fail =
  (error: Error): Command =>
  () =>
    Promise.reject(error)

const program: Program = {
  name: 'tester',
  version: () => '1.2.3',
  help: async () => 'Usage: tester\n',
  commands: {
    echo: async () => echo,
    misuse: async () => fail(new UsageError('no such file')),
    refuse: async () => fail(new SweatpantsError('the store is gone')),
    lose: async () => fail(new StoreError('the store failed; try again later', { cause: new Error('disk full') })),
    reach: async () =>
      fail(new StoreError('try again', { cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }) })),
    crash: async () => fail(new TypeError('a bug')),
  },
}

test('a program runs the command of its first argument with the other arguments, and resolves to its exit code', async () => {
  expect(await runProgram(program, ['echo', 'a', '--b'])).toBe(2)
})

test('a program prints its help and its version on stdout', async () => {
  expect(await runProgram(program, ['echo', '--help'])).toBe(0)
  expect(await runProgram(program, ['--version'])).toBe(0)
  expect(stdout.mock.calls).toEqual([['Usage: tester\n'], ['1.2.3\n']])
})

test('a program passes on an option for help that follows --', async () => {
  expect(await runProgram(program, ['echo', '--', 'psql', '-h', 'db', '--help'])).toBe(5)
  expect(stdout).not.toHaveBeenCalled()
})

test.each([
  [['misuse'], 2, 'tester: no such file'],
  [['refuse'], 1, 'tester: the store is gone'],
  [['lose'], 1, 'tester: the store failed; try again later (disk full)'],
  [['reach'], 1, 'tester: try again (ECONNREFUSED)'],
  [[], 2, 'tester: expected a command: echo, misuse, refuse, lose, reach or crash; --help describes them'],
  [['ehco'], 2, 'tester: there is no command "ehco"; did you mean echo? --help describes the commands'],
  [['help'], 2, 'tester: there is no command "help"; did you mean --help? --help describes the commands'],
  [['--verson'], 2, 'tester: there is no command "--verson"; did you mean --version? --help describes the commands'],
  [['toString'], 2, 'tester: there is no command "toString"; expected echo, misuse, refuse, lose, reach or crash'],
])('%j ends with exit code %d and the sentence "%s"', async (args, code, sentence) => {
  expect(await runProgram(program, args)).toBe(code)
  expect(printed()).toBe(`${sentence}\n`)
})

test('an error that is not one of the framework is printed with its stack', async () => {
  expect(await runProgram(program, ['crash'])).toBe(1)
  expect(printed()).toMatch(/^TypeError: a bug\n +at /)
})

test('a program with a main command runs it if the first argument is an option or absent', async () => {
  const single: Program = { ...program, commands: {}, main: async () => echo }
  expect(await runProgram(single, [])).toBe(0)
  expect(await runProgram(single, ['--a', 'b'])).toBe(2)
  expect(await runProgram(single, ['page'])).toBe(2)
  expect(printed()).toBe('tester: unexpected argument "page"; --help lists the options\n')
})
