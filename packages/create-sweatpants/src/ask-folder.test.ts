import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askFolder } from './ask-folder.ts'

function typing(text: string) {
  const input = new PassThrough()
  const output = new PassThrough()
  input.end(text)
  return { input, output }
}

test('the folder is the one that is typed', async () => {
  const terminal = typing('  dinner \n')
  expect(await askFolder(terminal)).toBe('dinner')
  expect(String(terminal.output.read())).toContain('Where should the project be? (my-tool)')
})

test('an empty answer takes the default', async () => {
  expect(await askFolder(typing('\n'))).toBe('my-tool')
})

test('a user who leaves without an answer gets no folder', async () => {
  expect(await askFolder(typing(''))).toBeUndefined()
})
