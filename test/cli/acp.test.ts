import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fixture, run } from './command.ts'

test('acp says what to install if the SDK of the protocol is missing', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'sweatpants-acp-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const { code, stderr } = await run(['acp', fixture('tools.ts')], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining('npm i @agentclientprotocol/sdk')])
})

test('acp without a module is a mistake in the command', async () => {
  const { code, stderr } = await run(['acp'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('acp takes at least one module')])
})
