import { UsageError } from '@sweatpants/framework/cli'
import { expect, test } from 'vitest'
import { continueDebate } from './continue.ts'
import { debate } from './debate.ts'
import { listDebates } from './list.ts'
import { openTable } from './open-table.ts'
import { serve } from './serve.ts'
import { exportDebate, showDebate, synthesizeDebate } from './show.ts'

test.each([
  [() => debate([]), 'debate takes a topic'],
  [() => debate(['x', '--rounds', 'many']), '--rounds takes a number, not "many"'],
  [() => debate(['x', '--rounds', '11']), 'rounds: Too big'],
  [() => debate(['x', '--mode', 'shouting']), 'mode: '],
  [
    () => debate(['x', '--answers', 'yes']),
    '--answers takes two or more answers, such as "Postgres,SQLite", not "yes"',
  ],
  [() => debate(['x', '--values']), '--values needs the kind of question'],
  [() => debate(['x', '--quantity', 'time']), '--kind estimate also takes --unit weeks'],
  [() => continueDebate(['x', '--kind', 'choice']), '--kind choice also takes --answers'],
  [() => debate(['x', '--kind', 'open', '--unit', 'weeks']), 'question: there is no "unit"'],
  [() => debate(['x', '--budget-usd', '']), '--budget-usd takes a number, not ""'],
  [() => debate(['x', '--price-per-million', '3']), '--price-per-million takes two numbers'],
  [() => debate(['x', '--price-per-million', '3,x']), '--price-per-million takes a number, not "x"'],
  [() => debate(['x', '--json', '--markdown']), 'choose one of --json, --markdown and --html'],
  [
    () => listDebates(['--status', 'open']),
    '--status takes one of running, needs_context, in_progress, blocked, paused, completed, not "open"',
  ],
  [() => listDebates(['--mode', 'loud']), '--mode takes one of collaborative'],
  [() => listDebates(['--limit', 'all']), '--limit takes a number from 1 to 9999, not "all"'],
  [() => showDebate(['a', 'b']), 'show takes the id of one session'],
  [() => exportDebate(['--json', '--html']), 'choose one of --json, --markdown and --html'],
  [() => synthesizeDebate(['a', 'b']), 'synthesize takes the id of one session'],
  [() => continueDebate([]), 'continue takes the id of one session'],
  [() => serve(['--http', '99999']), '--http takes [host:]port, like 3000 or 0.0.0.0:3000, not "99999"'],
  [() => serve(['--stdio', '--http', '1']), 'choose --stdio or --http'],
  [() => serve(['--colour']), "Unknown option '--colour'; --help lists the options"],
  [
    () => openTable({ store: 'mysql://x' }, {}),
    'mysql://x is not a store; set --store or STORE to a file, postgres://… or nats://…',
  ],
  [() => openTable({}, { ROUNDTABLE_MODEL_TIMEOUT: '1m' }), 'ROUNDTABLE_MODEL_TIMEOUT must be a whole number'],
  [() => openTable({}, { ROUNDTABLE_HIGH_AGREEMENT: 'much' }), 'ROUNDTABLE_HIGH_AGREEMENT must be a number'],
])('%s rejects with a UsageError that says %j', async (attempt, sentence) => {
  const refusal = await attempt().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UsageError)
  expect((refusal as Error).message).toContain(sentence)
})
