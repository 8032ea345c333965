import {
  boundsFinally,
  runsFinally,
  runsFinallyWhenCancelled,
  runsFinallyWhenCancelledAtQuestion,
  runsFinallyWhenDeleted,
  runsFinallyWithoutCapability,
} from '../checks/cleanup.ts'
import { abortsSeats, boundsFinallyOfTools, runsFinallyOfDeletedDebate, runsFinallyOfTools } from '../checks/debates.ts'
import { everywhere, type Group, not, on, STATELESS } from '../row.ts'

export const cleanup: Group = {
  title: '`finally` runs, and ends',
  invariants: ['R5', 'R10', 'R12'],
  file: 'cleanup.ts',
  rows: [
    {
      id: 'finally',
      promise: '`finally` runs after a result, an error and a timeout, and not before.',
      proof: 'Three tools end in these ways, the first one after a question.',
      cells: { ...everywhere(runsFinally), debate: runsFinallyOfTools },
    },
    {
      id: 'cancel-step',
      promise: 'A cancel aborts the step that runs, and then `finally` runs.',
      proof: 'A call is cancelled in the way of its path; a debate, while a model is being asked.',
      cells: { ...everywhere(runsFinallyWhenCancelled), ...not('cannot cancel', 'script'), debate: abortsSeats },
    },
    {
      id: 'cancel-question',
      promise: 'A cancel withdraws the question that is open, and then `finally` runs.',
      proof: 'A call is cancelled at its question.',
      cells: {
        ...everywhere(runsFinallyWhenCancelledAtQuestion),
        ...not('cannot cancel', 'script'),
        ...not('nothing runs between two requests', ...STATELESS),
        ...not('nothing runs while it waits for context', 'debate'),
      },
    },
    {
      id: 'deletion',
      promise: '`finally` runs when the session, the conversation or the debate of a call is deleted.',
      proof: 'One is deleted while a question is open, and one while a step runs.',
      cells: {
        ...on(runsFinallyWhenDeleted, 'mcp-2025', 'chat'),
        ...not('has no session', 'script', 'terminal', ...STATELESS, 'task'),
        debate: runsFinallyOfDeletedDebate,
      },
    },
    {
      id: 'capability',
      promise:
        '`finally` runs if the client cannot be asked and gets no question in words, and the client gets the error `-32021`.',
      proof: 'A client without elicitation calls a tool that asks, at a server with `questionsInWords: false`.',
      cells: {
        ...not('a person is always there', 'script', 'terminal', 'chat'),
        ...on(runsFinallyWithoutCapability, 'mcp-2025', ...STATELESS, 'task'),
        ...not('asks in the reply of its tools', 'debate'),
      },
    },
    {
      id: 'cleanup',
      promise: 'A `finally` that never settles is given up after `limits.cleanup`, and the next call runs.',
      proof: 'A step in `finally` hangs; the same tool is called twice, in a chat in one conversation.',
      cells: { ...everywhere(boundsFinally), debate: boundsFinallyOfTools },
    },
  ],
}
