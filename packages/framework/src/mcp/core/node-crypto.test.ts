import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

it('a server that has only answered a plain call over a pipe loads no node:crypto, HTTP or files', async () => {
  const program = join(import.meta.dirname, '../fixtures/plain-call.ts')
  const { stdout } = await run(process.execPath, ['--conditions=@sweatpants/source', program])
  const { reply, loaded } = JSON.parse(stdout)
  expect(reply.result.content).toEqual([{ type: 'text', text: 'Hello.' }])
  expect(loaded).toContain('NativeModule stream')
  for (const name of ['crypto', 'http', 'zlib', 'internal/fs/streams'])
    expect(loaded).not.toContain(`NativeModule ${name}`)
})
