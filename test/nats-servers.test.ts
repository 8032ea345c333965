import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findNatsServerOrError } from './nats.ts'

test('npm run nats says which port another program uses', async (context) => {
  const program = await findNatsServerOrError()
  if (program instanceof Error) return context.skip(String(program))
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'nats-servers-'))
  onTestFinished(() => {
    other.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = other.address() as AddressInfo
  const script = ['--conditions=@sweatpants/source', 'test/nats-servers.ts', folder, `${port}`]
  const starting = promisify(execFile)(process.execPath, script)
  await expect(starting).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the servers of NATS in .* could not start: .*address already in use/),
  })
})
