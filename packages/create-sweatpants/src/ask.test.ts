import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'

/** A terminal at which a line is typed after each question. */
function typing(...lines: string[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  let shown = ''
  output.on('data', (text) => {
    shown += text
    if (!/[)>] $/.test(String(text))) return
    const line = lines.shift()
    if (line === undefined) input.end()
    else input.write(`${line}\n`)
  })
  return { input, output, shown: () => shown }
}

test('the folder and the variant are those that are typed', async () => {
  const terminal = typing('  dinner ', 'mcp')
  expect(await ask({}, terminal)).toEqual({ folder: 'dinner', variant: 'mcp' })
  expect(terminal.shown()).toContain('Where should the project be? (my-tool)')
  expect(terminal.shown()).toContain('mcp     an MCP server')
})

test('empty answers take the defaults', async () => {
  expect(await ask({}, typing('', ''))).toEqual({ folder: 'my-tool', variant: 'chat' })
})

test('a variant that does not exist is asked for again, and what is given is not asked for', async () => {
  const terminal = typing('vue', 'nextjs')
  expect(await ask({ folder: 'dinner' }, terminal)).toEqual({ folder: 'dinner', variant: 'nextjs' })
  expect(terminal.shown()).not.toContain('Where')
})

test('a user who leaves without an answer gets nothing', async () => {
  expect(await ask({}, typing('dinner'))).toBeUndefined()
})
