import { expect, test } from 'vitest'
import { continueDebate } from './continue.ts'
import { debate } from './debate.ts'
import { openStore } from './open-store.ts'
import { openTable } from './open-table.ts'
import { serve } from './serve.ts'
import { UsageError } from './usage-error.ts'

test.each([
  [() => debate([]), 'debate takes a topic'],
  [() => debate(['x', '--rounds', 'many']), 'rounds: '],
  [() => debate(['x', '--rounds', '11']), 'rounds: Too big'],
  [() => debate(['x', '--mode', 'shouting']), 'mode: '],
  [() => debate(['x', '--answers', 'yes']), 'answers: '],
  [() => debate(['x', '--budget-usd', '']), 'budget.usd: '],
  [() => debate(['x', '--json', '--markdown']), 'choose --json or --markdown'],
  [() => continueDebate([]), 'continue takes the id of one session'],
  [() => serve(['--http', '99999']), '--http takes a port from 0 to 65535'],
  [() => serve(['--stdio', '--http', '1']), 'choose --stdio or --http'],
  [() => serve(['--colour']), "Unknown option '--colour'; --help tells"],
  [() => openStore('mysql://x'), 'a store is a file or postgres://…, not mysql://x'],
  [() => openTable({}, { ROUNDTABLE_HIGH_AGREEMENT: 'much' }), 'ROUNDTABLE_HIGH_AGREEMENT must be a number'],
])('%s is told as %j', async (attempt, sentence) => {
  const refusal = await attempt().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UsageError)
  expect((refusal as Error).message).toContain(sentence)
})
