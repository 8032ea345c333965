import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openTerminal } from './terminal.ts'

function open(isTTY = false) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = Object.assign(new PassThrough(), { isTTY })
  const terminal = openTerminal({ input, output })
  return {
    input,
    terminal,
    /** All that was written. */
    close() {
      terminal[Symbol.dispose]()
      output.end()
      return text(output)
    },
  }
}

test('lines that a pipe sends at once are read one by one, and shown after their prompts', async () => {
  const { input, terminal, close } = open()
  input.write('Ada\nLovelace\n')
  expect(await terminal.ask('First: ')).toBe('Ada')
  terminal.print('Hello.')
  expect(await terminal.ask('Last: ')).toBe('Lovelace')
  expect(await close()).toBe('First: Ada\nHello.\nLast: Lovelace\n')
})

test('the end of the input is undefined, now and from then on', async () => {
  const { input, terminal, close } = open()
  const first = terminal.ask('First: ')
  input.end()
  expect(await first).toBeUndefined()
  expect(await terminal.ask('Last: ')).toBeUndefined()
  expect(await close()).toBe('First: \nLast: \n')
})

test('a last line without a newline counts', async () => {
  const { input, terminal, close } = open()
  input.end('Ada')
  expect(await terminal.ask('First: ')).toBe('Ada')
  expect(await terminal.ask('Last: ')).toBeUndefined()
  await close()
})

test('an abort ends the prompt, and the next line answers the next prompt', async () => {
  const { input, terminal, close } = open()
  const abort = new AbortController()
  const first = terminal.ask('First: ', abort.signal)
  abort.abort(new Error('withdrawn'))
  await expect(first).rejects.toThrow('withdrawn')
  const second = terminal.ask('Second: ')
  input.write('Ada\n')
  expect(await second).toBe('Ada')
  expect(await close()).toBe('First: \nSecond: Ada\n')
})

test('a line that is printed while a prompt is open stands above it', async () => {
  const { input, terminal, close } = open()
  const name = terminal.ask('Name: ')
  terminal.print('News.')
  input.write('Ada\n')
  expect(await name).toBe('Ada')
  expect(await close()).toBe('Name: \nNews.\nName: Ada\n')
})

test('control sequences do not reach the terminal', async () => {
  const { terminal, close } = open()
  terminal.print('a\u001B[2Jb\u0007c\rd\te\nf')
  expect(await close()).toBe('abcd\te\nf\n')
})

describe('at a keyboard', () => {
  test('a line is read, and not shown a second time', async () => {
    const { input, terminal, close } = open(true)
    const name = terminal.ask('Name: ')
    input.write('Ada\r')
    expect(await name).toBe('Ada')
    expect((await close()).match(/Ada/g)).toHaveLength(1)
  })

  test('Ctrl-D ends the input', async () => {
    const { input, terminal, close } = open(true)
    const name = terminal.ask('Name: ')
    input.write('\u0004')
    expect(await name).toBeUndefined()
    await close()
  })

  test('Ctrl-C is a SIGINT', async () => {
    const { input, terminal, close } = open(true)
    const abort = new AbortController()
    process.once('SIGINT', () => abort.abort(new Error('interrupted')))
    const name = terminal.ask('Name: ', abort.signal)
    input.write('\u0003')
    await expect(name).rejects.toThrow('interrupted')
    await close()
  })

  test('what was typed at a withdrawn prompt does not answer the next one', async () => {
    const { input, terminal, close } = open(true)
    const abort = new AbortController()
    const first = terminal.ask('Delete it? ', abort.signal)
    input.write('yes')
    abort.abort(new Error('withdrawn'))
    await expect(first).rejects.toThrow('withdrawn')
    const second = terminal.ask('Name: ')
    input.write('Ada\r')
    expect(await second).toBe('Ada')
    await close()
  })
})
