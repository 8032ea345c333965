import { expect, test } from 'vitest'
import { runBody } from './body.ts'
import { ScriptError } from './script-error.ts'

test('an assertion that fails in the body rejects as itself', async () => {
  const failing = runBody({}, function* (ctx) {
    yield* ctx.sleep(1)
    expect(1).toBe(2)
  })
  await expect(failing).rejects.toMatchObject({ name: 'AssertionError', actual: 1, expected: 2 })
})

test('a script that is not used up rejects', async () => {
  await expect(runBody({ samples: ['left'] }, function* () {})).rejects.toThrow(ScriptError)
})
