import { countsUnchangedAnswers, ignoresOldAnswers, refusesEarlierAttempts } from '../checks/consent.ts'
import { DURABLE, endsWithProcess, type Group, not, on, STATELESS } from '../row.ts'

export const consent: Group = {
  title: 'Consent is for what was shown',
  invariants: ['R14'],
  file: 'consent.ts',
  rows: [
    {
      id: 'consent-changed',
      promise:
        'An answer counts only for the message, context and form that were shown. If a deploy changes one of them, the new question is asked as another attempt and says so.',
      proof: 'Other code is deployed while three questions are open; the answers to the old questions pay nothing.',
      cells: {
        ...endsWithProcess,
        ...on(ignoresOldAnswers, ...DURABLE),
        ...not('a deploy does not change what a seat has asked', 'debate'),
      },
    },
    {
      id: 'consent-late',
      promise: 'While the new question is open, an answer to the old one is refused or ignored.',
      proof: 'The old question is answered once more.',
      cells: {
        ...endsWithProcess,
        ...not('an answer belongs to its state', ...STATELESS),
        ...not('answers a question once', 'mcp-2025'),
        ...on(refusesEarlierAttempts, 'task', 'chat'),
        ...not('a deploy does not change what a seat has asked', 'debate'),
      },
    },
    {
      id: 'consent-same',
      promise: 'An answer to a question that is still the same counts, also after a deploy.',
      proof: 'The same code is deployed while a question is open.',
      cells: {
        ...endsWithProcess,
        ...on(countsUnchangedAnswers, ...DURABLE),
        ...not('a deploy does not change what a seat has asked', 'debate'),
      },
    },
  ],
}
