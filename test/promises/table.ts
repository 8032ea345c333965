import {
  asksAgain,
  asksInView,
  asksInWords,
  givesUp,
  repeatsNothing,
  repeatsNothingInScript,
} from './checks/answers.ts'
import {
  boundsFinally,
  runsFinally,
  runsFinallyWhenCancelled,
  runsFinallyWhenCancelledAtQuestion,
  runsFinallyWithoutCapability,
} from './checks/cleanup.ts'
import { countsUnchangedAnswers, ignoresOldAnswers, refusesEarlierAttempts } from './checks/consent.ts'
import {
  countsEarlyAnswers,
  ignoresLateAnswers,
  ignoresLateAnswersAfterRestart,
  scriptsDeadlines,
} from './checks/deadlines.ts'
import {
  abortsSeats,
  listsDebateTools,
  raisesDebateProgress,
  repeatsOneSeat,
  resumesRound,
  sortsContext,
  survivesDeploysOfDebates,
} from './checks/debates.ts'
import { survivesDeploys } from './checks/deploys.ts'
import {
  completesWithoutValue,
  explainsMistakes,
  givesNumbers,
  keepsHistories,
  listsQuestions,
  raisesProgress,
} from './checks/details.ts'
import { repeatsOneStep } from './checks/drivers.ts'
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
} from './checks/exactly-once.ts'
import { ignoresEarlyAnswers, ignoresForgedAnswers, refusesForgedStates } from './checks/forgery.ts'
import { keepsListsReadable, refusesDuplicates, refusesReservedNames } from './checks/lists.ts'
import { asksOthers, asksOthersAcrossKills, asksTwo, needsDurableStore, remindsOthers } from './checks/others.ts'
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
} from './checks/people-and-time.ts'
import { refusesResults, refusesStepResults, survivesRejections } from './checks/results.ts'
import { expiresQuestions, keepsWaitingTasks, resumesWork, ticksOnce, wakesUp } from './checks/unattended.ts'
import { PATHS, type Path, type PathName, type ToolPathName } from './path.ts'

/** A test of one promise on one path. */
export type Check = (path: Path) => Promise<void>

/** A test, or the reason why there is none. */
export type Cell = Check | string

export interface Row {
  /** Names the row in the titles of its tests. */
  id: string
  /** The promise, in one sentence. */
  promise: string
  /** What the tests do. */
  proof: string
  cells: Record<ToolPathName, Cell> & { debate: (() => Promise<void>) | string }
}

/** Promises of one kind. */
export interface Group {
  title: string
  /** The invariants that the promises follow from, of `run.ts` and `driver.ts`. */
  invariants: readonly string[]
  /** The file in `checks/`. */
  file: string
  rows: readonly Row[]
}

/** The same test on these paths. */
const on = <P extends ToolPathName>(check: Check, ...paths: P[]): Record<P, Check> =>
  // Every path is a key.
  Object.fromEntries(paths.map((path) => [path, check])) as Record<P, Check>

/** The same reason on these paths. */
const not = <P extends PathName>(reason: string, ...paths: P[]): Record<P, string> =>
  // Every path is a key.
  Object.fromEntries(paths.map((path) => [path, reason])) as Record<P, string>

const TOOL_PATHS = Object.keys(PATHS).filter((name): name is ToolPathName => name !== 'debate')
const STATELESS = ['mcp-2026-sealed', 'mcp-2026-stored'] as const
const STORED = [...STATELESS, 'task', 'chat'] as const

const everywhere = (check: Check): Record<ToolPathName, Check> => on(check, ...TOOL_PATHS)

const LIVE = ['script', 'terminal', 'mcp-2025'] as const
const endsWithProcess = not('ends with its process', ...LIVE)
const answersOnce = not('answers the question that it is shown', ...LIVE)
const sendsNoState = not('sends no state', ...LIVE, 'task', 'chat', 'debate')
const asksNobody = not('asks no person', 'debate')
const noInbox = not('has no inbox', 'script', 'terminal')
const runsNoTools = not('runs none of your tools', 'debate')

export const TABLE: readonly Group[] = [
  {
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
          ...not('a stored session, in [mcp-sessions.test.ts](../test/mcp-sessions.test.ts)', 'mcp-2025'),
          script: repeatsNothingInScript,
          ...on(repeatsNothing, ...STORED),
          debate: resumesRound,
        },
      },
      {
        id: 'ask-again',
        promise:
          'An answer that does not fit its question is refused with the reason, and the question is asked again.',
        proof: 'A number is too large, the next one is not.',
        cells: { ...everywhere(asksAgain), ...asksNobody },
      },
      {
        id: 'give-up',
        promise: 'After four answers that do not fit, the tool gets an error, and its `finally` runs.',
        proof: 'Four numbers are too large.',
        cells: { ...everywhere(givesUp), ...asksNobody },
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
          ...asksNobody,
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
          ...asksNobody,
        },
      },
    ],
  },
  {
    title: 'Consent is for what was shown',
    invariants: ['R14'],
    file: 'consent.ts',
    rows: [
      {
        id: 'consent-changed',
        promise:
          'An answer counts only for the message, context and form that were shown. If a deploy changes one of them, the new question is asked as another attempt and says so.',
        proof: 'Other code is deployed while three questions are open; the answers to the old questions pay nothing.',
        cells: { ...endsWithProcess, ...on(ignoresOldAnswers, ...STORED), ...asksNobody },
      },
      {
        id: 'consent-late',
        promise: 'While the new question is open, an answer to the old one is refused or ignored.',
        proof: 'The old question is answered once more.',
        cells: {
          ...endsWithProcess,
          ...not('an answer belongs to its state', ...STATELESS),
          ...on(refusesEarlierAttempts, 'task', 'chat'),
          ...asksNobody,
        },
      },
      {
        id: 'consent-same',
        promise: 'An answer to a question that is still the same counts, also after a deploy.',
        proof: 'The same code is deployed while a question is open.',
        cells: { ...endsWithProcess, ...on(countsUnchangedAnswers, ...STORED), ...asksNobody },
      },
    ],
  },
  {
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
        proof: 'The first request of a call brings the answer with it.',
        cells: {
          ...answersOnce,
          ...on(ignoresEarlyAnswers, ...STATELESS),
          ...not('takes answers to open questions only', 'task', 'chat'),
          ...asksNobody,
        },
      },
    ],
  },
  {
    title: 'Exactly once',
    invariants: ['R15'],
    file: 'exactly-once.ts',
    rows: [
      {
        id: 'same-key',
        promise: 'A step that was in flight at a kill runs again with the same `idempotencyKey`.',
        proof: 'The server is killed while one of two parallel steps runs and the other is recorded.',
        cells: { ...endsWithProcess, ...on(keepsKeys, ...STORED), ...runsNoTools },
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
          ...asksNobody,
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
          ...on(interruptsOnce, ...STORED),
          ...runsNoTools,
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
          ...not('cannot be sent twice', ...LIVE),
          ...on(repeatsFirstReply, ...STATELESS),
          ...not('begins another task', 'task'),
          chat: takesOneCommand,
          ...not('begins another debate', 'debate'),
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
          ...not('ends with its store', 'task', 'chat'),
          ...runsNoTools,
        },
      },
    ],
  },
  {
    title: 'One driver',
    invariants: ['D3', 'D5', 'D6'],
    file: 'drivers.ts',
    rows: [
      {
        id: 'frozen',
        promise: 'A server that was frozen past its lease repeats at most the step that was in flight.',
        proof: 'A server is stopped in the third of eight steps until another one has taken over, and then continued.',
        cells: { ...endsWithProcess, ...on(repeatsOneStep, ...STORED), debate: repeatsOneSeat },
      },
    ],
  },
  {
    title: 'Other people answer',
    invariants: ['R6', 'R19'],
    file: 'others.ts',
    rows: [
      {
        id: 'others',
        promise:
          'A question with `to` is never shown to the caller. One of those who are named answers it in the inbox: the first answer counts, and says who gave it.',
        proof: 'Two managers answer at once, and a person who is not asked tries to.',
        cells: { ...on(asksOthers, 'mcp-2025', ...STORED), ...noInbox, ...asksNobody },
      },
      {
        id: 'others-two',
        promise: 'A question that needs two people stays in the inbox of the second until they have answered.',
        proof: 'A manager opens the inbox after another one has answered.',
        cells: { ...on(asksTwo, 'mcp-2025', ...STORED), ...noInbox, ...asksNobody },
      },
      {
        id: 'others-kill',
        promise: 'Other people answer also while no server runs, and the call goes on with the next one.',
        proof: 'The server is killed before each of the two answers that a quorum needs.',
        cells: { ...endsWithProcess, ...on(asksOthersAcrossKills, ...STORED), ...asksNobody },
      },
      {
        id: 'others-remind',
        promise: 'Other people are reminded in time, also after a restart and without a client.',
        proof: 'The server is killed while a sleep runs beside the question, and the next one starts when it is over.',
        cells: { ...endsWithProcess, ...on(remindsOthers, ...STORED), ...asksNobody },
      },
      {
        id: 'others-durable',
        promise: 'Without a durable store, a question to other people fails with an error that says so.',
        proof: 'A server with a store in memory is asked to wait for a manager.',
        cells: { ...on(needsDurableStore, 'mcp-2025', ...STORED), ...noInbox, ...asksNobody },
      },
    ],
  },
  {
    title: 'Work goes on without a client',
    invariants: ['D1', 'D4'],
    file: 'unattended.ts',
    rows: [
      {
        id: 'resume',
        promise: 'The next server takes up the work of one that was killed.',
        proof:
          'A server is killed while a step runs; no client talks to the next one. Over 2026-07-28 from the first `once` step on.',
        cells: { ...endsWithProcess, ...on(resumesWork, ...STORED), debate: resumesRound },
      },
      {
        id: 'timer',
        promise: 'A timer that was due while no server ran goes off when one starts.',
        proof: 'A server is killed while a tool sleeps, and the next one starts too late.',
        cells: {
          ...endsWithProcess,
          ...not('goes on when the client comes back', ...STATELESS),
          ...on(wakesUp, 'task', 'chat'),
          ...not('has no timers', 'debate'),
        },
      },
      {
        id: 'expiry',
        promise: 'A question that expires while no server runs is answered with `expired` when one starts.',
        proof: 'The server is closed while the question is open, and the next one starts too late.',
        cells: {
          ...endsWithProcess,
          ...not('goes on when the client comes back', ...STATELESS),
          ...on(expiresQuestions, 'task', 'chat'),
          ...asksNobody,
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
  },
  {
    title: 'Deadlines are kept by time',
    invariants: ['R16'],
    file: 'deadlines.ts',
    rows: [
      {
        id: 'in-time',
        promise: 'An answer before a deadline wins, in any order of the code.',
        proof: '`race` of a question and a sleep in both orders, and a question that expires.',
        cells: { ...everywhere(countsEarlyAnswers), script: scriptsDeadlines, ...asksNobody },
      },
      {
        id: 'late',
        promise: 'An answer after a deadline loses, in any order of the code.',
        proof: 'The same, answered too late.',
        cells: { ...everywhere(ignoresLateAnswers), script: scriptsDeadlines, ...asksNobody },
      },
      {
        id: 'late-after-restart',
        promise: 'An answer after a deadline loses also if no server saw the deadline pass.',
        proof: 'The same, with a kill before the deadline and a start after it.',
        cells: { ...endsWithProcess, ...on(ignoresLateAnswersAfterRestart, ...STORED), ...asksNobody },
      },
    ],
  },
  {
    title: '`finally` runs, and ends',
    invariants: ['R5', 'R10', 'R12'],
    file: 'cleanup.ts',
    rows: [
      {
        id: 'finally',
        promise: '`finally` runs after a result, an error and a timeout, and not before.',
        proof: 'Three tools end in these ways, the first one after a question.',
        cells: { ...everywhere(runsFinally), ...runsNoTools },
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
          ...asksNobody,
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
          ...asksNobody,
        },
      },
      {
        id: 'cleanup',
        promise: 'A `finally` that never settles is given up after `limits.cleanup`, and the next call runs.',
        proof: 'A step in `finally` hangs; the same tool is called twice, in a chat in one conversation.',
        cells: { ...everywhere(boundsFinally), ...runsNoTools },
      },
    ],
  },
  {
    title: 'Results are what was returned',
    invariants: ['R11'],
    file: 'results.ts',
    rows: [
      {
        id: 'result',
        promise: 'A result that JSON cannot carry is refused, and the error names the tool.',
        proof: 'A `bigint`, a `Map`, a `Set`, a function, a symbol, infinity and a cycle are returned.',
        cells: { ...everywhere(refusesResults), ...runsNoTools },
      },
      {
        id: 'step-result',
        promise: 'A step result that JSON cannot carry is refused, and the error names the step.',
        proof: 'Steps return the same values.',
        cells: { ...everywhere(refusesStepResults), ...runsNoTools },
      },
      {
        id: 'promise',
        promise: 'A promise that a tool returns or yields fails the call, and its rejection does not end the process.',
        proof: 'Tools return and yield promises that reject; a step rejects after it has lost a race.',
        cells: { ...everywhere(survivesRejections), ...runsNoTools },
      },
    ],
  },
  {
    title: 'Lists stay readable',
    invariants: [],
    file: 'lists.ts',
    rows: [
      {
        id: 'list',
        promise: 'A tool whose parameters are no object never makes the list of tools unreadable.',
        proof: 'A union, an array and a text are declared as parameters; the official client reads the list.',
        cells: { ...everywhere(keepsListsReadable), debate: listsDebateTools },
      },
      {
        id: 'duplicate',
        promise: 'Two tools of one name are refused.',
        proof: 'A server is started with two.',
        cells: { ...everywhere(refusesDuplicates), ...not('runs one tool', 'script', 'terminal'), ...runsNoTools },
      },
      {
        id: 'reserved',
        promise: 'A name that the framework uses itself is refused.',
        proof: 'A tool is named `__schema__`.',
        cells: { ...everywhere(refusesReservedNames), ...runsNoTools },
      },
      {
        id: 'questions',
        promise: '`tools/list` says which questions a tool may ask and what it requires.',
        proof: 'The official client reads `_meta["dev.sweatpants/tool"]`.',
        cells: {
          ...not('lists no tools', 'script', 'terminal'),
          ...on(listsQuestions, 'mcp-2025', ...STATELESS, 'task'),
          ...not('shows each question as it is asked', 'chat'),
          ...asksNobody,
        },
      },
    ],
  },
  {
    title: 'A failed deploy is reversible',
    invariants: ['R2', 'R13', 'D7'],
    file: 'deploys.ts',
    rows: [
      {
        id: 'other-code',
        promise:
          'A call that meets other code is paused, keeps what it recorded, and goes on with the right code. The client hears that it is paused, the developer why.',
        proof: 'Code with another step is deployed while a question is open, then the right code again.',
        cells: {
          ...endsWithProcess,
          ...on(survivesDeploys({ step: 'pick' }, { step: 'reserve' }), ...STORED),
          debate: survivesDeploysOfDebates,
        },
      },
      {
        id: 'other-version',
        promise: 'A call that meets another `.version` is paused and goes on with the right one.',
        proof: 'The same with two versions.',
        cells: {
          ...endsWithProcess,
          ...on(survivesDeploys({ step: 'reserve', version: '2' }, { step: 'reserve', version: '1' }), ...STORED),
          ...runsNoTools,
        },
      },
    ],
  },
  {
    title: 'People and time',
    invariants: ['R7', 'R8', 'R13', 'R21', 'R22'],
    file: 'people-and-time.ts',
    rows: [
      {
        id: 'choices',
        promise: 'Choices that are known at run time are a list to choose from, and other answers are refused.',
        proof: 'A flight that was not offered is picked, then one that was. The terminal takes nothing else.',
        cells: { ...everywhere(offersChoices), terminal: offersChoicesInTerminal, ...asksNobody },
      },
      {
        id: 'retry',
        promise: 'A step that fails is attempted again after a pause, with one `idempotencyKey` for all attempts.',
        proof: 'A step fails twice.',
        cells: { ...everywhere(retriesSteps), ...runsNoTools },
      },
      {
        id: 'report',
        promise: 'What a step reports while it runs is shown as progress.',
        proof: 'A step reports twice.',
        cells: {
          ...everywhere(reportsFromSteps),
          ...not('shows a message and no number', 'task'),
          ...runsNoTools,
        },
      },
      {
        id: 'report-limit',
        promise: 'A step that reports without end sends at most four reports a second, and the last one.',
        proof: 'A step reports 10,000 times.',
        cells: {
          ...everywhere(limitsReports),
          ...not('shows a message and no number', 'task'),
          ...runsNoTools,
        },
      },
      {
        id: 'signals',
        promise: 'A signal reaches the call that waits for it, once, and is kept if the call does not wait yet.',
        proof: 'Two signals arrive at once, one of them twice, and one that does not fit.',
        cells: { ...on(takesSignals, 'mcp-2025', ...STORED), ...noInbox, ...runsNoTools },
      },
      {
        id: 'signals-kill',
        promise: 'A signal that is sent while no server runs reaches the call with the next one.',
        proof: 'The server is killed before each of two signals.',
        cells: { ...endsWithProcess, ...on(takesSignalsAcrossKills, ...STORED), ...runsNoTools },
      },
      {
        id: 'pages',
        promise: 'A question that sends the person to a page is answered by what the page reports, once.',
        proof: 'The page reports before the person agrees to open it.',
        cells: { ...on(sendsToPages, 'mcp-2025', ...STORED), ...noInbox, ...runsNoTools },
      },
      {
        id: 'versions',
        promise: 'A waiting call goes on with its own `.version`, and new calls get the newest.',
        proof: 'A second version is deployed beside the first while a question is open.',
        cells: { ...endsWithProcess, ...on(keepsVersions, ...STORED), ...runsNoTools },
      },
      {
        id: 'patched',
        promise: 'A call that was past the place of a change goes on without it, and new calls take it.',
        proof: 'A step is deployed in front of an open question, behind `ctx.patched`.',
        cells: { ...endsWithProcess, ...on(keepsPatches, ...STORED), ...runsNoTools },
      },
    ],
  },
  {
    title: 'Details',
    invariants: ['R2', 'R8', 'R11'],
    file: 'details.ts',
    rows: [
      {
        id: 'history',
        promise: 'The ids in a history are unique, and the text of an exchange is what the schema gave.',
        proof: 'A tool asks under one key twice in a row and in two branches; the schema changes the answers.',
        cells: { ...everywhere(keepsHistories), ...runsNoTools },
      },
      {
        id: 'mistakes',
        promise:
          'A mistake in a tool gets a sentence of its own: an unknown key, a malformed history, a destructured `ctx`, something thrown that is no error.',
        proof: 'Five tools make them.',
        cells: { ...everywhere(explainsMistakes), ...runsNoTools },
      },
      {
        id: 'numbers',
        promise: 'Errors carry their numbers as fields.',
        proof: 'A tool passes its limits and returns the fields of the errors.',
        cells: { ...everywhere(givesNumbers), ...runsNoTools },
      },
      {
        id: 'progress',
        promise: 'Progress only grows, and over MCP each notification of it has a number.',
        proof: 'A tool reports progress that goes back, stands still and has no number.',
        cells: {
          ...everywhere(raisesProgress),
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
          ...runsNoTools,
        },
      },
    ],
  },
]
