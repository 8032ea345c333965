import { deepStrictEqual as equal, match, ok, rejects } from 'node:assert/strict'
import { HttpAgent, type Message, type ResumeEntry } from '@ag-ui/client'
import { play, Server } from './scenarios.ts'

const server = new Server()
await server.start()

// A connection that breaks is an unhandled rejection in this client, besides the rejected run.
process.on('unhandledRejection', () => {})
// It prints the errors that it throws.
console.error = () => {}

type Interrupt = HttpAgent['pendingInterrupts'][number]

/** A page with one thread, and what its last run ended with. */
class Page {
  readonly agent: HttpAgent
  outcome: string | undefined
  error: { code?: string | undefined; message: string } | undefined
  usage: unknown
  pieces = 0
  onPiece: (() => void) | undefined

  constructor(threadId: string = crypto.randomUUID()) {
    this.agent = new HttpAgent({ url: `${server.url}/ag-ui`, threadId })
    this.agent.subscribe({
      onRunFinishedEvent: ({ event, outcome }) => {
        this.outcome = outcome as string
        this.usage = (event as { usage?: unknown }).usage
      },
      onRunErrorEvent: ({ event }) => {
        this.error = event
      },
      onTextMessageContentEvent: () => {
        this.pieces++
        this.onPiece?.()
      },
    })
  }

  get interrupts(): Interrupt[] {
    return [...this.agent.pendingInterrupts]
  }

  get messages(): Message[] {
    return this.agent.messages
  }

  async run(resume?: ResumeEntry[]): Promise<void> {
    this.error = undefined
    await this.agent.runAgent(resume && { resume })
  }

  async say(content: string): Promise<void> {
    this.agent.addMessage({ id: crypto.randomUUID(), role: 'user', content })
    await this.run()
  }

  async answer(...payloads: unknown[]): Promise<void> {
    const open = this.interrupts
    await this.run(payloads.map((payload, i) => ({ interruptId: open[i]!.id, status: 'resolved', payload })))
  }

  resultText(): string {
    const result = this.messages.find(({ role }) => role === 'tool')
    return String(result?.content)
  }

  texts(): string[] {
    return this.messages.flatMap(({ role, content }) => (role === 'assistant' && content ? [String(content)] : []))
  }

  roles(): string[] {
    return this.messages.map(({ role }) => role)
  }
}

const isWhole = (text: string | undefined) => text?.trim().split(' ').length === 40

await play({
  async text() {
    const page = new Page()
    await page.say('think')
    equal(page.outcome, 'success')
    equal(page.roles(), ['user', 'reasoning', 'assistant'])
    ok(isWhole(page.texts()[0]))
    equal(page.usage, [{ model: 'scripted', inputTokens: 7, outputTokens: 3 }])
  },
  async question() {
    const page = new Page()
    await page.say('book Rome Oslo')
    equal(page.outcome, 'interrupt')
    const [pick] = page.interrupts
    equal([pick?.reason, pick?.message], ['input_required', 'Which one from Rome to Oslo?'])
    equal((pick!.responseSchema as { required: string[] }).required, ['flightId'])
    await page.answer({ flightId: 'SP205' })
    equal(
      page.interrupts.map(({ message }) => message),
      ['Book SP205?'],
    )
    await page.answer({ ok: true })
    equal(page.outcome, 'success')
    equal(page.resultText(), 'booked SP205')
    equal(page.texts().at(-1), 'Done: booked SP205')
    equal(page.messages.filter(({ role }) => role === 'assistant').length, 2)
  },
  async 'refused answer'() {
    const page = new Page()
    await page.say('book Rome Nice')
    await page.answer({ flightId: 'SP999' }).catch(() => {})
    equal(page.error?.code, 'answer_invalid')
    await page.answer({ flightId: 'SP101' })
    equal(page.interrupts[0]?.message, 'Book SP101?')
  },
  async cancelled() {
    const page = new Page()
    await page.say('book Rome Genoa')
    await page.run([{ interruptId: page.interrupts[0]!.id, status: 'cancelled' }])
    equal([page.outcome, page.resultText()], ['success', 'not picked: cancel'])
  },
  async approval() {
    const page = new Page()
    await page.say('wipe sda')
    equal([page.interrupts[0]?.reason, page.interrupts[0]?.message], ['tool_call', 'Allow wipe_disk to run?'])
    await page.answer({ approved: true, editedArgs: { disk: 'sdz' } })
    equal([page.resultText(), server.place.count('wipe sdz'), server.place.count('wipe sda')], ['wiped sdz', 1, 0])
    const other = new Page()
    await other.say('wipe sdb')
    await other.answer({ approved: false, reason: 'not that one' })
    match(other.resultText(), /not that one/)
    equal(server.place.count('wipe sdb'), 0)
  },
  async 'two at once'() {
    const page = new Page()
    await page.say('poll')
    equal(
      page.interrupts.map(({ message }) => message),
      ['Ada, what do you eat?', 'Bob, what do you eat?'],
    )
    await page.answer({ food: 'pie' }, { food: 'soup' })
    equal(page.resultText(), 'pie and soup')
  },
  async 'new message at a question'() {
    const page = new Page()
    await page.say('book Rome Bern')
    const other = new Page(page.agent.threadId)
    other.agent.setMessages(page.messages)
    await other.say('hello').catch(() => {})
    equal(other.error?.code, 'interrupted')
  },
  async reload() {
    const page = new Page()
    await page.say('book Paris Oslo')
    const reloaded = new Page(page.agent.threadId)
    await reloaded.run()
    equal([reloaded.outcome, ...reloaded.roles()], ['interrupt', 'user', 'assistant', 'activity'])
    await reloaded.answer({ flightId: 'SP101' })
    equal(reloaded.interrupts[0]?.message, 'Book SP101?')
    await reloaded.answer({ ok: false })
    const later = new Page(page.agent.threadId)
    await later.run()
    equal([later.outcome, later.resultText()], ['success', 'not confirmed'])
  },
  async 'killed at a question'() {
    const page = new Page()
    await page.say('book Kyiv Oslo')
    await server.kill()
    await rejects(page.answer({ flightId: 'SP101' }))
    await server.start()
    await page.answer({ flightId: 'SP101' })
    equal(page.interrupts[0]?.message, 'Book SP101?')
    await page.answer({ ok: true })
    equal([page.resultText(), server.place.count('search Kyiv Oslo')], ['booked SP101', 1])
  },
  async 'killed in a text'() {
    const page = new Page()
    const killed = Promise.withResolvers<void>()
    page.onPiece = () => {
      if (page.pieces === 3) server.kill().then(killed.resolve, killed.reject)
    }
    await page.say('think').catch(() => {})
    await killed.promise
    await server.start()
    await page.run()
    equal(page.texts().map(isWhole), [true])
  },
  async 'dropped connection'() {
    const page = new Page()
    page.onPiece = () => {
      if (page.pieces === 3) page.agent.abortRun()
    }
    await page.say('think').catch(() => {})
    await page.run()
    equal(page.texts().map(isWhole), [true])
  },
  async abort() {
    const page = new Page()
    page.onPiece = () => {
      if (page.pieces === 3)
        void fetch(`${server.url}/ag-ui/${page.agent.threadId}/abort`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
    }
    await page.say('think')
    // Clients before 1.0 do not know that a run can be cancelled.
    equal(page.outcome, 'maxProtocolVersion' in page.agent ? 'cancelled' : 'success')
    ok(!isWhole(page.texts()[0]))
  },
  async error() {
    const page = new Page()
    await page.say('fail').catch(() => {})
    ok(page.error?.message)
    await page.say('hello')
    equal([page.outcome, page.texts().at(-1)], ['success', 'You said hello.'])
  },
})
await server.kill()
server.place.remove()
process.exit()
