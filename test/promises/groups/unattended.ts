import { resumesRound } from '../checks/debates.ts'
import { expiresQuestions, keepsWaitingTasks, resumesWork, ticksOnce, wakesUp } from '../checks/unattended.ts'
import { endsWithProcess, type Group, LIVE, not, on, STATELESS, STORED } from '../row.ts'

export const unattended: Group = {
  title: 'Work goes on without a client',
  invariants: ['D1', 'D4'],
  file: 'unattended.ts',
  rows: [
    {
      id: 'resume',
      promise: 'The next server takes up the work of one that was killed.',
      proof:
        'A server is killed while a step runs; no client talks to the next one. Over 2026-07-28 from the first `once` step on.',
      cells: {
        ...endsWithProcess,
        ...not('goes on when the client comes back', 'mcp-2025'),
        ...on(resumesWork, ...STORED),
        debate: resumesRound,
      },
    },
    {
      id: 'timer',
      promise: 'A timer that was due while no server ran goes off when one starts.',
      proof:
        'A server is killed while a tool sleeps, and the next one starts too late. Over 2026-07-28 from the first `once` step on.',
      cells: {
        ...endsWithProcess,
        ...not('goes on when the client comes back', 'mcp-2025'),
        ...on(wakesUp, ...STORED),
        ...not('has no timers', 'debate'),
      },
    },
    {
      id: 'expiry',
      promise: 'A question that expires while no server runs is answered with `expired` when one starts.',
      proof: 'The server is closed while the question is open, and the next one starts too late.',
      cells: {
        ...endsWithProcess,
        ...not('goes on when the client comes back', 'mcp-2025'),
        ...not('nothing is stored', 'mcp-2026-sealed'),
        ...on(expiresQuestions, 'mcp-2026-stored', 'task', 'chat'),
        ...not('its requests do not expire', 'debate'),
      },
    },
    {
      id: 'time-to-live',
      promise:
        'A task is kept as long as its question may be answered or its signal may arrive. When its time is up, `finally` runs and `onError` is called.',
      proof:
        'Three tasks wait longer than tasks are kept; one has a question that lasts longer, and one waits for a signal.',
      cells: { ...not('has no time to live', ...LIVE, ...STATELESS, 'chat', 'debate'), task: keepsWaitingTasks },
    },
    {
      id: 'schedule',
      promise:
        'A schedule begins one run per tick, however many servers take part, also if one is killed in the middle of a tick.',
      proof: 'Three servers share four schedules; one server is killed at its first, second, third or fourth write.',
      cells: { ...not('is not begun by a schedule', ...LIVE, ...STATELESS, 'chat', 'debate'), task: ticksOnce },
    },
  ],
}
