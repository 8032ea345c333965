import { createMcpTool, runTool, type ToolAnnotations } from '@sweatpants/framework'
import { HostedCallInterruptedError } from '@sweatpants/framework/mcp'
import { accept, createScriptedPeer, decline } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { withCallAgain } from './call-again.ts'

/** Fails so often, as a call does that was open when the process died. */
function createInterrupted(times: number, error: Error, annotations: ToolAnnotations = {}) {
  let calls = 0
  const tool = createMcpTool('dub')
    .annotations(annotations)
    .execute(function* () {
      if (++calls <= times) throw error
      return `call ${calls}`
    })
    .build()
  return withCallAgain(tool)
}

const interrupted = new HostedCallInterruptedError('knights', 'dub', 'it is no longer open')

test('a call that was interrupted is made again as often as the person says so', async () => {
  const peer = createScriptedPeer({ answers: { callAgain: [accept({}), accept({})] } })
  expect(await runTool(createInterrupted(2, interrupted), {}, { peer })).toMatchObject({ value: 'call 3' })
})

test('a call that was interrupted fails when the person does not want it again', async () => {
  const peer = createScriptedPeer({ answers: { callAgain: decline() } })
  const result = await runTool(createInterrupted(1, interrupted), {}, { peer })
  expect(result).toMatchObject({ type: 'failed', error: { message: expect.stringContaining('was not called again') } })
})

test('the person is asked also about a call that does no harm, as the server says', async () => {
  const peer = createScriptedPeer({ answers: { callAgain: decline() } })
  const result = await runTool(createInterrupted(1, interrupted, { readOnlyHint: true }), {}, { peer })
  expect(result).toMatchObject({ type: 'failed', error: { message: expect.stringContaining('was not called again') } })
})

test('what the server itself says of a call is not asked about', async () => {
  const peer = createScriptedPeer({ answers: {} })
  const result = await runTool(createInterrupted(1, new Error('no knights today')), {}, { peer })
  expect(result).toMatchObject({ type: 'failed', error: { message: 'no knights today' } })
})
