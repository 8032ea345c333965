import { raisesDebateProgress } from '../checks/debates.ts'
import {
  completesWithoutValue,
  explainsMistakes,
  givesNumbers,
  keepsHistories,
  raisesProgress,
  raisesProgressAcrossRestarts,
} from '../checks/details.ts'
import { everywhere, type Group, not, on, STATELESS } from '../row.ts'

export const details: Group = {
  title: 'Details',
  invariants: ['R2', 'R8', 'R11'],
  file: 'details.ts',
  rows: [
    {
      id: 'history',
      promise: 'The ids in a history are unique, and the text of an exchange is what the schema gave.',
      proof: 'A tool asks under one key twice in a row and in two branches; the schema changes the answers.',
      cells: { ...everywhere(keepsHistories), ...not('a tool of a seat asks no one', 'debate') },
    },
    {
      id: 'mistakes',
      promise:
        'A mistake in a tool gets a sentence of its own: an unknown key, a malformed history, a setting of a sample that is of another type, a destructured `ctx`, something thrown that is no error or cannot be read, a message that is no text, content that MCP does not have.',
      proof: 'Eighteen tools make them.',
      cells: { ...everywhere(explainsMistakes), ...not('a tool of a seat asks no one', 'debate') },
    },
    {
      id: 'numbers',
      promise: 'Errors carry their numbers as fields.',
      proof: 'A tool passes its limits and returns the fields of the errors.',
      cells: { ...everywhere(givesNumbers), ...not('a tool of a seat asks no one', 'debate') },
    },
    {
      id: 'progress',
      promise: 'Progress only grows, and over MCP each notification of it has a number.',
      proof:
        'A tool reports progress that goes back, stands still and has no number; in a session also across three restarts, because its request stays open.',
      cells: {
        ...everywhere(raisesProgress),
        'mcp-2025': raisesProgressAcrossRestarts,
        ...not('shows a message and no number', 'task'),
        debate: raisesDebateProgress,
      },
    },
    {
      id: 'nothing',
      promise: 'A `createTool` whose `client` returns nothing completes.',
      proof: 'Its plugin answers in a page and at a terminal.',
      cells: {
        ...on(completesWithoutValue, 'script', 'terminal', 'chat'),
        ...not('has no page', 'mcp-2025', ...STATELESS, 'task'),
        ...not('has no page', 'debate'),
      },
    },
  ],
}
