import {
  keepsPatches,
  keepsVersions,
  limitsReports,
  offersChoices,
  offersChoicesInTerminal,
  reportsFromSteps,
  retriesSteps,
  sendsToPages,
  takesSignals,
  takesSignalsAcrossKills,
} from '../checks/people-and-time.ts'
import { DURABLE, endsWithProcess, everywhere, type Group, noInbox, not, on } from '../row.ts'

export const peopleAndTime: Group = {
  title: 'People and time',
  invariants: ['R7', 'R8', 'R13', 'R21', 'R22'],
  file: 'people-and-time.ts',
  rows: [
    {
      id: 'choices',
      promise: 'Choices that are known at run time are a list to choose from, and other answers are refused.',
      proof: 'A flight that was not offered is picked, then one that was. The terminal takes nothing else.',
      cells: {
        ...everywhere(offersChoices),
        terminal: offersChoicesInTerminal,
        ...not('takes any text as an answer', 'debate'),
      },
    },
    {
      id: 'retry',
      promise: 'A step that fails is attempted again after a pause, with one `idempotencyKey` for all attempts.',
      proof: 'A step fails twice.',
      cells: { ...everywhere(retriesSteps), ...not('a call of a tool is one step', 'debate') },
    },
    {
      id: 'report',
      promise: 'What a step reports while it runs is shown as progress.',
      proof: 'A step reports twice.',
      cells: {
        ...everywhere(reportsFromSteps),
        ...not('shows a message and no number', 'task'),
        ...not('shows no reports of its tools', 'debate'),
      },
    },
    {
      id: 'report-limit',
      promise: 'A step that reports without end sends at most four reports a second, and the last one.',
      proof: 'A step reports 10,000 times.',
      cells: {
        ...everywhere(limitsReports),
        ...not('shows a message and no number', 'task'),
        ...not('shows no reports of its tools', 'debate'),
      },
    },
    {
      id: 'signals',
      promise: 'A signal reaches the call that waits for it, once, and is kept if the call does not wait yet.',
      proof:
        'A step sends the first of two signals as soon as it knows the URL; it is sent again, and another one does not fit.',
      cells: { ...on(takesSignals, ...DURABLE), ...noInbox, ...not('a tool of a seat cannot wait', 'debate') },
    },
    {
      id: 'signals-kill',
      promise: 'A signal that is sent while no server runs reaches the call with the next one.',
      proof: 'The server is killed before each of two signals.',
      cells: {
        ...endsWithProcess,
        ...on(takesSignalsAcrossKills, ...DURABLE),
        ...not('a tool of a seat cannot wait', 'debate'),
      },
    },
    {
      id: 'pages',
      promise: 'A question that sends the person to a page is answered by what the page reports, once.',
      proof: 'The page reports before the person agrees to open it.',
      cells: { ...on(sendsToPages, ...DURABLE), ...noInbox, ...not('a tool of a seat cannot wait', 'debate') },
    },
    {
      id: 'versions',
      promise: 'A waiting call goes on with its own `.version`, and new calls get the newest.',
      proof: 'A second version is deployed beside the first while a question is open.',
      cells: {
        ...endsWithProcess,
        ...on(keepsVersions, ...DURABLE),
        ...not('a call of a tool is one step', 'debate'),
      },
    },
    {
      id: 'patched',
      promise: 'A call that was past the place of a change goes on without it, and new calls take it.',
      proof: 'A step is deployed in front of an open question, behind `ctx.patched`.',
      cells: {
        ...endsWithProcess,
        ...on(keepsPatches, ...DURABLE),
        ...not('a call of a tool is one step', 'debate'),
      },
    },
  ],
}
