import { deepStrictEqual as equal, match, ok, rejects } from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClientContext, client, ndJsonStream } from '@agentclientprotocol/sdk'
import { createPlace, play } from './scenarios.ts'

const place = createPlace()

type Form = { message: string; requestedSchema: { properties?: Record<string, unknown> } }
type Answer = { action: string; content?: Record<string, unknown> }
type Update = { sessionUpdate: string; content?: unknown; status?: string; rawOutput?: unknown }

interface EditorOptions {
  /** Answers forms. Without it the editor has no elicitation. */
  onForm?: (form: Form, signal: AbortSignal) => Answer | Promise<Answer>
  /** Chooses an option of a permission by its name. */
  onPermission?: (title: string, names: string[]) => string
  onUpdate?: (update: Update) => void
  /** How the agent is started. */
  program?: string[]
}

const AGENT = ['agent.ts', place.store, place.world]
const COMMAND = ['node_modules/@sweatpants/framework/src/cli/main.ts', 'acp', 'exported-tools.ts', '--model', 'demo']

/** An editor with an agent of its own, as Zed starts it: a process that speaks over a pipe. */
class Editor {
  readonly #child: ChildProcessWithoutNullStreams
  readonly asked: string[] = []
  readonly updates: Update[] = []
  readonly agent: ClientContext

  constructor({ onForm, onPermission = () => '', onUpdate, program = AGENT }: EditorOptions = {}) {
    const args = ['--conditions=@sweatpants/source', '--disable-warning=ExperimentalWarning', ...program]
    this.#child = spawn(process.execPath, args, { stdio: 'pipe' })
    const app = client()
      .onRequest('elicitation/create', async ({ params, signal }) => {
        const form = params as unknown as Form
        this.asked.push(form.message)
        return (await onForm!(form, signal)) as never
      })
      .onRequest('session/request_permission', ({ params: { toolCall, options } }) => {
        const title = String(toolCall.title)
        this.asked.push(title)
        const wanted = onPermission(
          title,
          options.map(({ name }) => name),
        )
        const option = options.find(({ name }) => name === wanted)
        if (option === undefined) return { outcome: { outcome: 'cancelled' } }
        return { outcome: { outcome: 'selected', optionId: option.optionId } }
      })
      .onNotification('session/update', ({ params }) => {
        this.updates.push(params.update as Update)
        onUpdate?.(params.update as Update)
      })
    const input = Readable.toWeb(this.#child.stdout) as ReadableStream<Uint8Array>
    this.agent = app.connect(ndJsonStream(Writable.toWeb(this.#child.stdin), input)).agent
    this.canElicit = onForm !== undefined
  }

  readonly canElicit: boolean

  async open(sessionId?: string): Promise<string> {
    const clientCapabilities = this.canElicit ? { elicitation: { form: {} } } : {}
    await this.agent.request('initialize', { protocolVersion: 1, clientCapabilities })
    const cwd = process.cwd()
    if (sessionId === undefined) {
      const created = await this.agent.request('session/new', { cwd, mcpServers: [] })
      return created.sessionId
    }
    await this.agent.request('session/load', { sessionId, cwd, mcpServers: [] })
    return sessionId
  }

  async say(sessionId: string, text: string): Promise<string> {
    const { stopReason } = await this.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
    return stopReason
  }

  /** What the agent said, or thought. */
  text(sessionUpdate = 'agent_message_chunk'): string {
    const told = this.updates.filter((update) => update.sessionUpdate === sessionUpdate)
    return told.map(({ content }) => (content as { text: string }).text).join('')
  }

  get result(): unknown {
    return this.updates.find(({ status }) => status === 'completed')?.rawOutput
  }

  /** Closes the pipe and resolves to the exit code of the agent. */
  async close(): Promise<number> {
    const gone = once(this.#child, 'exit')
    this.#child.stdin.destroy()
    const [code] = await gone
    return code
  }

  async kill(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}

const answerRight = ({ message }: Form): Answer => {
  if (message.startsWith('Which')) return { action: 'accept', content: { flightId: 'SP205' } }
  if (message.startsWith('Book')) return { action: 'accept', content: { ok: true } }
  return { action: 'accept', content: { food: message.startsWith('Ada') ? 'pie' : 'soup' } }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries > 500) throw new Error('it did not happen within ten seconds')
    await delay(20)
  }
}

const never = () => new Promise<never>(() => {})
const isWhole = (text: string) => text.trim().split(/\s+/).length === 40

await play({
  async text() {
    const editor = new Editor({ onForm: answerRight })
    const session = await editor.open()
    equal(await editor.say(session, 'think'), 'end_turn')
    ok(isWhole(editor.text()))
    equal(editor.text('agent_thought_chunk'), 'Let me think.')
    equal(editor.text('user_message_chunk'), '')
    await editor.kill()
  },
  async question() {
    const editor = new Editor({ onForm: answerRight })
    const session = await editor.open()
    equal(await editor.say(session, 'book Rome Oslo'), 'end_turn')
    equal(editor.asked, ['Which one from Rome to Oslo?', 'Book SP205?'])
    equal([editor.result, editor.text()], ['booked SP205', 'Done: booked SP205'])
    await editor.kill()
  },
  async 'refused answer'() {
    let wrong = 0
    const onForm = (form: Form): Answer =>
      wrong++ === 0 ? { action: 'accept', content: { flightId: 'SP999' } } : answerRight(form)
    const editor = new Editor({ onForm })
    const session = await editor.open()
    equal(await editor.say(session, 'book Rome Bern'), 'end_turn')
    equal(editor.asked.length, 3)
    match(editor.asked[1]!, /The last answer was refused/)
    equal(editor.result, 'booked SP205')
    await editor.kill()
  },
  async approval() {
    const editor = new Editor({
      onForm: answerRight,
      onPermission: () => (editor.asked.length === 1 ? 'Allow' : 'Reject'),
    })
    const session = await editor.open()
    await editor.say(session, 'wipe sda')
    await editor.say(session, 'wipe sdb')
    equal([place.count('wipe sda'), place.count('wipe sdb')], [1, 0])
    await editor.kill()
  },
  async 'two at once'() {
    const editor = new Editor({ onForm: answerRight })
    const session = await editor.open()
    equal(await editor.say(session, 'poll'), 'end_turn')
    equal([editor.asked.length, editor.result], [2, 'pie and soup'])
    await editor.kill()
  },
  async 'without forms'() {
    const onPermission = (title: string, names: string[]) => {
      if (title.startsWith('Which')) return names.find((name) => name === 'SP101') ?? ''
      return title.startsWith('Book') ? 'Yes' : ''
    }
    const editor = new Editor({ onPermission })
    const session = await editor.open()
    equal(await editor.say(session, 'book Rome Lyon'), 'end_turn')
    equal([editor.result, ...editor.asked], ['booked SP101', 'Which one from Rome to Lyon?', 'Book SP101?'])
    await editor.say(session, 'poll')
    match(editor.text(), /cannot show the form/)
    await editor.kill()
  },
  async reload() {
    const first = new Editor({ onForm: never })
    const session = await first.open()
    first.say(session, 'book Paris Oslo').catch(() => {})
    await until(() => first.asked.length === 1)
    await first.kill()
    const second = new Editor({ onForm: answerRight })
    await second.open(session)
    await until(() => second.text().includes('Done'))
    equal(second.text('user_message_chunk'), 'book Paris Oslo')
    const { sessions } = await second.agent.request('session/list', {})
    ok(sessions.some(({ sessionId }) => sessionId === session))
    equal(await second.say(session, 'hello'), 'end_turn')
    await second.kill()
    const third = new Editor({ onForm: answerRight })
    await third.open(session)
    await until(() => third.text().includes('You said hello.'))
    equal(third.text('user_message_chunk'), 'book Paris Oslohello')
    await third.kill()
  },
  async 'killed at a question'() {
    const first = new Editor({ onForm: never })
    const session = await first.open()
    const failed = rejects(first.say(session, 'book Kyiv Oslo'))
    await until(() => first.asked.length === 1)
    await first.kill()
    await failed
    const second = new Editor({ onForm: answerRight })
    await second.open(session)
    await until(() => second.text().includes('Done: booked SP205'))
    equal([second.asked.length, place.count('search Kyiv Oslo')], [2, 1])
    await second.kill()
  },
  async 'killed in a text'() {
    let pieces = 0
    const enough = Promise.withResolvers<void>()
    const first = new Editor({
      onForm: answerRight,
      onUpdate({ sessionUpdate }) {
        if (sessionUpdate === 'agent_message_chunk' && ++pieces === 3) enough.resolve()
      },
    })
    const session = await first.open()
    const prompt = first.say(session, 'think')
    prompt.catch(() => {})
    await enough.promise
    await first.kill()
    const second = new Editor({ onForm: answerRight })
    await second.open(session)
    await until(() => second.text().includes('word39'))
    ok(isWhole(second.text()))
    await second.kill()
  },
  async abort() {
    let withdrawn = false
    const onForm = (_: Form, signal: AbortSignal) =>
      new Promise<Answer>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          withdrawn = true
          reject(new Error('cancelled'))
        })
      })
    const editor = new Editor({ onForm })
    const session = await editor.open()
    const prompt = editor.say(session, 'book Rome Graz')
    await until(() => editor.asked.length === 1)
    await editor.agent.notify('session/cancel', { sessionId: session })
    equal([await prompt, withdrawn], ['cancelled', true])
    await editor.kill()
  },
  async command() {
    const editor = new Editor({ onForm: answerRight, program: COMMAND })
    const session = await editor.open()
    equal(await editor.say(session, 'hello'), 'end_turn')
    ok(editor.text().length > 0)
    equal(await editor.close(), 0)
  },
  async error() {
    const editor = new Editor({ onForm: answerRight })
    const session = await editor.open()
    await rejects(editor.say(session, 'fail'))
    equal(await editor.say(session, 'hello'), 'end_turn')
    match(editor.text(), /You said hello\.$/)
    await editor.kill()
  },
})
place.remove()
process.exit()
