import { beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { run } from '../create-sweatpants/run.ts'
import { NotInstallableError } from './install.ts'
import { openWorkshop } from './workshop.ts'

/** `npm run test:matrix` plays every scenario with every client; the suite plays some with the newest. */
const isWhole = process.env.MODE === 'matrix'

const SCENARIOS: Record<string, string> = {
  text: 'a text is streamed whole, with its reasoning',
  question: 'two questions are asked and answered one after the other',
  'refused answer': 'an answer that does not fit is refused, and the next one counts',
  approval: 'a call that needs approval runs with it and does not run without it',
  'two at once': 'two questions are asked at once',
  reload: 'a client that is started anew gets the conversation and its open question',
  'killed at a question': 'a question survives SIGKILL, and nothing is done twice',
  'killed in a text': 'a text survives SIGKILL and is told whole',
  abort: 'a turn is stopped',
  error: 'the error of a provider is told, and the conversation goes on',
  cancelled: 'a question is cancelled',
  command: 'sweatpants acp is an agent, and ends when its editor closes the pipe',
  'without forms': 'an editor without forms is asked by permissions where they suffice, and is told where they do not',
  'new message at a question': 'a message while a question is open is refused',
  'dropped connection': 'a connection that breaks does not stop the turn',
}

/** What every protocol is tested for. */
const ALL = ['text', 'question', 'refused answer', 'approval', 'two at once', 'reload']
ALL.push('killed at a question', 'killed in a text', 'abort', 'error')
const AG_UI = [...ALL, 'cancelled', 'new message at a question', 'dropped connection']
const ACP = [...ALL, 'without forms', 'command']
const SHORT = ['question', 'reload', 'killed at a question', 'abort']

const clients = [
  {
    name: 'the AG-UI client 1.0.0',
    program: 'ag-ui.ts',
    types: ['ag-ui.ts', 'ag-ui-types.ts'],
    versions: { '@ag-ui/client': '1.0.0' },
    scenarios: isWhole ? AG_UI : SHORT,
    isShort: true,
  },
  {
    name: 'the AG-UI client 0.0.59',
    program: 'ag-ui.ts',
    versions: { '@ag-ui/client': '0.0.59' },
    scenarios: AG_UI,
  },
  {
    name: 'the ACP client 2.4.0',
    program: 'acp.ts',
    types: ['acp.ts', 'agent.ts'],
    versions: { '@agentclientprotocol/sdk': '2.4.0' },
    scenarios: isWhole ? ACP : [...SHORT, 'without forms', 'command'],
    isShort: true,
  },
].filter(({ isShort }) => isWhole || isShort)

describe.each(clients)('with $name', ({ program, types, versions, scenarios }) => {
  const problems = new Map<string, string | undefined>()
  let missing: NotInstallableError | undefined

  beforeAll(async () => {
    try {
      await using workshop = await openWorkshop('test/third-party/front-ends', versions)
      if (isWhole && types !== undefined) await workshop.checkTypes(types)
      const args = ['--conditions=@sweatpants/source', '--disable-warning=ExperimentalWarning', program, ...scenarios]
      const printed = await run(process.execPath, args, workshop.folder)
      for (const line of printed.split('\n').filter((text) => text.startsWith('{'))) {
        const { name, problem } = JSON.parse(line)
        problems.set(name, problem)
      }
    } catch (error) {
      if (!(error instanceof NotInstallableError)) throw error
      missing = error
    }
  }, 180_000)

  test.for(scenarios.map((name) => ({ name, title: SCENARIOS[name] })))('$title', ({ name }, context: TestContext) => {
    if (missing !== undefined) context.skip(missing.message)
    expect([...problems.keys()]).toContain(name)
    expect(problems.get(name)).toBeUndefined()
  })
})
