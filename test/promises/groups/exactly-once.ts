import { beginsOnce, interruptsTools, keepsKeysOfTools, sortsContext } from '../checks/debates.ts'
import {
  countsOneAnswer,
  interruptsOnce,
  interruptsOnceInScript,
  keepsKeys,
  refusesOlderStates,
  refusesOtherAnswers,
  repeatsFirstReply,
  repeatsReply,
  saysWhatOnceCannotDo,
  separatesAnswers,
  separatesAnswersToState,
  takesOneCommand,
} from '../checks/exactly-once.ts'
import { answersOnce, DURABLE, endsWithProcess, type Group, not, on, STATELESS, STORED, sendsNoState } from '../row.ts'

export const exactlyOnce: Group = {
  title: 'Exactly once',
  invariants: ['R15'],
  file: 'exactly-once.ts',
  rows: [
    {
      id: 'same-key',
      promise: 'A step that was in flight at a kill runs again with the same `idempotencyKey`.',
      proof: 'The server is killed while one of two parallel steps runs and the other is recorded.',
      cells: { ...endsWithProcess, ...on(keepsKeys, ...DURABLE), debate: keepsKeysOfTools },
    },
    {
      id: 'other-key',
      promise: 'The same answers give the same `idempotencyKey`, other answers give another one.',
      proof: 'One question is answered with 1, with 2 and with 1 again.',
      cells: {
        script: separatesAnswers,
        ...not('each call is a run of its own', 'terminal', 'mcp-2025'),
        'mcp-2026-sealed': separatesAnswersToState,
        ...not('takes one answer to a question', 'mcp-2026-stored', 'task', 'chat'),
        ...not('takes one answer to a request', 'debate'),
      },
    },
    {
      id: 'once',
      promise:
        'A `once` step that a kill interrupted is not run again: the tool gets a `StepInterruptedError` and goes on.',
      proof: 'The server is killed while the step runs; the journal of a script is cut there.',
      cells: {
        ...endsWithProcess,
        script: interruptsOnceInScript,
        ...on(interruptsOnce, ...DURABLE),
        debate: interruptsTools,
      },
    },
    {
      id: 'same-request',
      promise: 'A request that is sent many times counts once, and all of them get the same reply.',
      proof: 'Ten equal requests arrive at once, over 2026-07-28 at two servers.',
      cells: {
        ...answersOnce,
        ...on(repeatsReply, ...STATELESS),
        ...on(countsOneAnswer, 'task', 'chat'),
        debate: sortsContext,
      },
    },
    {
      id: 'first-request',
      promise: 'A first request that names itself counts once, however often it is sent.',
      proof:
        'Five equal requests have one `dev.sweatpants/idempotencyKey`; in a chat, five messages have one `commandId`.',
      cells: {
        ...not('cannot be sent twice', 'script', 'terminal'),
        ...on(repeatsFirstReply, 'mcp-2025', ...STATELESS, 'task'),
        chat: takesOneCommand,
        debate: beginsOnce,
      },
    },
    {
      id: 'other-answer',
      promise: 'After a `once` step, another answer to the same question is refused or ignored.',
      proof: 'A question that was accepted is declined; over 2026-07-28 the error is `-32602`.',
      cells: { ...answersOnce, ...on(refusesOtherAnswers, ...STORED), debate: sortsContext },
    },
    {
      id: 'older-state',
      promise: 'A state that the call has moved on from is refused, and the newest one gets its reply again.',
      proof: 'The last two states are sent again after the call has ended.',
      cells: { ...sendsNoState, ...on(refusesOlderStates, ...STATELESS) },
    },
    {
      id: 'no-store',
      promise: 'A server without a durable store says in one line what `once` cannot do there.',
      proof: 'Two calls reach a `once` step.',
      cells: {
        ...endsWithProcess,
        ...on(saysWhatOnceCannotDo, ...STATELESS),
        ...not('ends with its store', 'mcp-2025', 'task', 'chat'),
        ...not('ends with its store', 'debate'),
      },
    },
  ],
}
