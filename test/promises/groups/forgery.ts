import { sortsContext } from '../checks/debates.ts'
import {
  ignoresEarlyAnswers,
  ignoresEarlyResponses,
  ignoresForgedAnswers,
  refusesForgedStates,
} from '../checks/forgery.ts'
import { answersOnce, type Group, not, on, STATELESS, STORED, sendsNoState } from '../row.ts'

export const forgery: Group = {
  title: 'Answers cannot be forged',
  invariants: ['R6'],
  file: 'forgery.ts',
  rows: [
    {
      id: 'forged-answers',
      promise: 'A client answers open questions and nothing else: it cannot send the result of a step.',
      proof: 'Answers name a step, an address, and a question that does not exist.',
      cells: { ...answersOnce, ...on(ignoresForgedAnswers, ...STORED), debate: sortsContext },
    },
    {
      id: 'forged-states',
      promise: 'A state that was changed is refused before the tool runs.',
      proof: 'One character is changed, in three places.',
      cells: { ...sendsNoState, ...on(refusesForgedStates, ...STATELESS) },
    },
    {
      id: 'must-ask',
      promise: 'A `mustAsk` question takes no answer that was sent before it was asked.',
      proof:
        'The first request of a call brings the answer with it; a session sends it under the id that the question will have.',
      cells: {
        ...answersOnce,
        'mcp-2025': ignoresEarlyResponses,
        ...on(ignoresEarlyAnswers, ...STATELESS),
        ...not('takes answers to open questions only', 'task', 'chat'),
        ...not('takes answers to open requests only', 'debate'),
      },
    },
  ],
}
