import {
  asksAgain,
  asksInView,
  asksInWords,
  givesUp,
  repeatsNothing,
  repeatsNothingInScript,
} from '../checks/answers.ts'
import { resumesRound } from '../checks/debates.ts'
import { DURABLE, endsWithProcess, everywhere, type Group, not, on, STATELESS } from '../row.ts'

export const answers: Group = {
  title: 'Waiting is not ending',
  invariants: ['R1', 'R3', 'R5', 'R7', 'R9'],
  file: 'answers.ts',
  rows: [
    {
      id: 'restart',
      promise: 'What was done before a restart is not done again, and `finally` does not run because a call waits.',
      proof:
        'The server is restarted at each of three questions, once by a kill; the journal of a script is cut after every write.',
      cells: {
        ...endsWithProcess,
        script: repeatsNothingInScript,
        ...on(repeatsNothing, ...DURABLE),
        debate: resumesRound,
      },
    },
    {
      id: 'ask-again',
      promise: 'An answer that does not fit its question is refused with the reason, and the question is asked again.',
      proof: 'A number is too large, the next one is not.',
      cells: { ...everywhere(asksAgain), ...not('takes any text as an answer', 'debate') },
    },
    {
      id: 'give-up',
      promise: 'After four answers that do not fit, the tool gets an error, and its `finally` runs.',
      proof: 'Four numbers are too large.',
      cells: { ...everywhere(givesUp), ...not('takes any text as an answer', 'debate') },
    },
    {
      id: 'in-words',
      promise:
        'A client that cannot be asked gets each question in words; its answers are checked, and nothing is repeated.',
      proof:
        'A client without elicitation answers three questions, each wrongly at first, and the server is restarted at each.',
      cells: {
        ...not('a person is always there', 'script', 'terminal', 'chat'),
        ...on(asksInWords, 'mcp-2025', ...STATELESS),
        ...not('fails with `-32021`: a task has no result for words', 'task'),
        ...not('asks in the reply of its tools', 'debate'),
      },
    },
    {
      id: 'in-view',
      promise:
        'A host that shows views and cannot ask gets each question in the view of the tool; the first answer counts, and an old view shows the end.',
      proof:
        'A view answers three questions, each wrongly at first, the server is restarted at each, and the first question is answered once more at the end.',
      cells: {
        ...not('a plugin shows its components', 'script', 'terminal', 'chat'),
        ...on(asksInView, 'mcp-2025', ...STATELESS),
        ...not('runs as a call, unless it must be a task', 'task'),
        ...not('asks in the reply of its tools', 'debate'),
      },
    },
  ],
}
