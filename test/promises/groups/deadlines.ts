import {
  countsEarlyAnswers,
  ignoresLateAnswers,
  ignoresLateAnswersAfterRestart,
  scriptsDeadlines,
} from '../checks/deadlines.ts'
import { DURABLE, endsWithProcess, everywhere, type Group, not, on } from '../row.ts'

export const deadlines: Group = {
  title: 'Deadlines are kept by time',
  invariants: ['R16'],
  file: 'deadlines.ts',
  rows: [
    {
      id: 'in-time',
      promise: 'An answer before a deadline wins, in any order of the code.',
      proof: '`race` of a question and a sleep in both orders, and a question that expires.',
      cells: {
        ...everywhere(countsEarlyAnswers),
        script: scriptsDeadlines,
        ...not('its requests do not expire', 'debate'),
      },
    },
    {
      id: 'late',
      promise: 'An answer after a deadline loses, in any order of the code.',
      proof: 'The same, answered too late.',
      cells: {
        ...everywhere(ignoresLateAnswers),
        script: scriptsDeadlines,
        ...not('its requests do not expire', 'debate'),
      },
    },
    {
      id: 'late-after-restart',
      promise: 'An answer after a deadline loses also if no server saw the deadline pass.',
      proof: 'The same, with a kill before the deadline and a start after it.',
      cells: {
        ...endsWithProcess,
        ...on(ignoresLateAnswersAfterRestart, ...DURABLE),
        ...not('its requests do not expire', 'debate'),
      },
    },
  ],
}
