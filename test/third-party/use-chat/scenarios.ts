import { expect } from 'vitest'
import type { Stage, Visitor } from './stage.ts'

export interface Scenario {
  name: string
  /** The oldest version of `ai` that can do it. */
  since?: number
  /** The newest one that it is about. */
  until?: number
  /** Whether the suite runs it; otherwise only the matrix does. */
  isShort?: boolean
  query?: string
  play(person: Visitor, stage: Stage): Promise<void>
}

const WHOLE = 'word39 '
const textsOf = ({ messages }: Awaited<ReturnType<Visitor['shown']>>) =>
  messages.at(-1)!.parts.flatMap(({ type, text }) => (type === 'text' ? text! : []))
const isWhole = (text: string) => text.split(' ').length === 41 && text.endsWith(WHOLE)
const partsOf = async (person: Visitor) =>
  (await person.shown()).messages.at(-1)!.parts.map(({ type, state }) => `${type} ${state ?? ''}`.trim())

export const scenarios: readonly Scenario[] = [
  {
    name: 'text streams with reasoning, and ends with its usage',
    isShort: true,
    async play(person) {
      await person.say('think about it')
      await person.sees('word5 ')
      expect(await partsOf(person)).toEqual(['step-start', 'reasoning streaming', 'text streaming'])
      const shown = await person.is('ready')
      expect(shown.messages).toHaveLength(2)
      expect(textsOf(shown).map(isWhole)).toEqual([true])
      expect(shown.messages[1]?.metadata?.usage?.outputTokens).toBe(5)
      // The conversation was a new one.
      expect(person.failed).toEqual([])
    },
  },
  {
    name: 'two questions are answered, one that the tool refuses is asked again, and nothing is sent twice',
    isShort: true,
    async play(person, stage) {
      await person.say('book Rome to Oslo')
      await person.sees('Which one from Rome to Oslo?')
      await person.sees('Found two flights')
      await person.is('ready')
      await person.press('nope')
      await person.sees('There is no nope')
      await person.press('SP205')
      await person.sees('Book SP205?')
      await person.press('Yes')
      await person.sees('It came to this: {"booked":true,"reference":"SP205-X1"}')
      await person.is('ready')
      let requests = 0
      person.page.on('request', () => requests++)
      await person.page.waitForTimeout(500)
      expect(requests).toBe(0)
      expect(stage.done('Rome')).toEqual(['search Rome', 'book Rome SP205'])
      expect((await partsOf(person)).filter((part) => part !== 'data-progress')).toEqual([
        'step-start',
        'tool-book_flight output-available',
        'tool-book_flight.pickFlight output-available',
        'tool-book_flight.pickFlight output-available',
        'tool-book_flight.confirm output-available',
        'step-start',
        'text done',
      ])
    },
  },
  {
    name: 'an answer that does not fit the schema is asked again with the reason',
    async play(person) {
      await person.say('book Bern to Oslo')
      await person.press('SP101')
      await person.sees('Book SP101?')
      await person.press('Wrong')
      await person.page.getByText(/Book SP101\? .*ok/).waitFor()
      await person.is('ready')
      await person.press('Yes')
      await person.sees('"reference":"SP101-X1"')
    },
  },
  {
    name: 'an approved call runs and a denied one does not',
    since: 6,
    isShort: true,
    async play(person, stage) {
      await person.say('wipe sda')
      await person.sees('May tool-wipe_disk run?')
      await person.is('ready')
      await person.press('Allow')
      await person.sees('It came to this: wiped sda')
      await person.is('ready')
      await person.say('wipe sdb')
      await person.press('Deny')
      await person.sees('too risky')
      await person.is('ready')
      expect(stage.done('wipe')).toEqual(['wipe sda'])
    },
  },
  {
    name: 'two questions that are open at once are answered one after the other',
    async play(person) {
      await person.say('poll')
      await person.press('Feed Bob')
      await person.page.getByRole('button', { name: 'Feed Bob' }).waitFor({ state: 'detached' })
      await person.press('Feed Ada')
      await person.sees('It came to this: soup for Ada and soup for Bob')
      await person.is('ready')
    },
  },
  {
    name: 'a question and a half-written text are there after a reload',
    async play(person, stage) {
      await person.say('book Paris to Oslo')
      await person.sees('Which one from Paris')
      await person.is('ready')
      await person.reload()
      await person.press('SP101')
      await person.sees('Book SP101?')
      await person.reload()
      await person.press('Yes')
      await person.sees('"reference":"SP101-X1"')
      await person.is('ready')
      expect(stage.done('search Paris')).toHaveLength(1)
      await person.say('think again')
      await person.sees('word10 ')
      await person.reload()
      await person.is('streaming')
      const shown = await person.is('ready')
      expect(shown.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
      expect(textsOf(shown).map(isWhole)).toEqual([true])
    },
  },
  {
    name: 'a server is killed at a question and answered while it is down',
    isShort: true,
    async play(person, stage) {
      await person.say('book Kyiv to Oslo')
      await person.sees('Which one from Kyiv')
      await person.is('ready')
      await stage.kill()
      await person.press('SP205')
      await person.is('submitted')
      await stage.start()
      await person.sees('Book SP205?')
      await person.press('Yes')
      await person.sees('"reference":"SP205-X1"')
      expect(stage.done('Kyiv')).toEqual(['search Kyiv', 'book Kyiv SP205'])
    },
  },
  {
    name: 'a server is killed in the middle of a text, and the text is whole after its restart',
    since: 7,
    async play(person, stage) {
      await person.say(`think until killed ${crypto.randomUUID()}`)
      await person.sees('word19 ')
      await stage.kill()
      expect((await person.shown()).status).toBe('streaming')
      await stage.start()
      await person.sees(WHOLE)
      const shown = await person.is('ready')
      expect(shown.messages).toHaveLength(2)
      expect(textsOf(shown).map(isWhole)).toEqual([true])
    },
  },
  {
    name: 'a server is killed in the middle of a text, and the text is whole after its restart and a reload',
    until: 6,
    async play(person, stage) {
      await person.say(`think until killed ${crypto.randomUUID()}`)
      await person.sees('word19 ')
      await stage.kill()
      await stage.start()
      await person.sees(WHOLE)
      await person.is('ready')
      await person.reload()
      await person.sees(WHOLE)
      expect(textsOf(await person.shown()).map(isWhole)).toEqual([true])
    },
  },
  {
    name: 'a message that is sent while the server is down arrives once',
    async play(person, stage) {
      await person.page.getByLabel('Message').waitFor()
      await stage.kill()
      await person.say('think of me')
      await person.is('submitted')
      await stage.start()
      await person.sees(WHOLE)
      await person.is('ready')
      await person.reload()
      await person.sees(WHOLE)
      expect((await person.shown()).messages).toHaveLength(2)
    },
  },
  {
    name: 'an edited message and a regenerated answer keep the id of the message',
    async play(person) {
      await person.say('book Lima to Oslo')
      await person.sees('Which one from Lima')
      const [asked] = (await person.is('ready')).messages
      await person.press('Edit')
      await person.sees(WHOLE)
      const edited = await person.is('ready')
      await person.press('Regenerate')
      await person.is('streaming')
      const again = await person.is('ready')
      await person.reload()
      await person.sees(WHOLE)
      const loaded = await person.shown()
      for (const { messages } of [edited, again, loaded]) expect(messages).toHaveLength(2)
      expect([edited, again, loaded].map(({ messages }) => messages[0]!.id)).toEqual(Array(3).fill(asked!.id))
      expect(loaded.messages[1]!.id).toBe(again.messages[1]!.id)
    },
  },
  {
    name: 'a new message withdraws the question that is open',
    async play(person, stage) {
      await person.say('book Riga to Oslo')
      await person.sees('Which one from Riga')
      await person.is('ready')
      await person.say('think instead')
      await person.sees(WHOLE)
      await person.is('ready')
      await person.reload()
      await person.sees('tool-book_flight.pickFlight output-error "withdrawn"')
      expect(stage.done('Riga')).toEqual(['search Riga'])
    },
  },
  {
    name: 'leaving a stream does not stop the turn, and stopping it does',
    async play(person) {
      await person.say('think aloud')
      await person.sees('word3 ')
      await person.press('Leave')
      await person.is('ready')
      await person.reload()
      await person.sees(WHOLE)
      await person.is('ready')
      await person.say('think too long')
      await expect.poll(async () => (await person.shown()).messages.length).toBe(4)
      await person.press('Stop')
      const shown = await person.is('ready')
      expect(textsOf(shown).join('')).not.toContain(WHOLE)
    },
  },
  {
    name: 'the error of a provider is shown, and the next message is answered',
    async play(person) {
      await person.say('think and fail')
      expect((await person.is('error')).error).toContain('the provider broke down')
      await person.say('think well')
      await person.sees(WHOLE)
      await person.is('ready')
    },
  },
  {
    name: 'two tabs are kept in step, in both directions',
    query: '?step&id=two-tabs',
    async play(person, stage) {
      await using other = await stage.visit('?step&id=two-tabs')
      await other.page.getByLabel('Message').waitFor()
      await person.say('book Oran to Oslo')
      await other.sees('Which one from Oran')
      await other.press('SP101')
      await person.sees('Book SP101?')
      await person.press('Yes')
      await other.sees('"reference":"SP101-X1"')
      await other.is('ready')
      await other.say('think together')
      await person.sees('word10 ')
      await person.sees(WHOLE)
      await Promise.all([person.is('ready'), other.is('ready')])
      const ids = async (tab: Visitor) => (await tab.shown()).messages.map(({ id }) => id)
      await expect.poll(() => ids(person)).toEqual(await ids(other))
    },
  },
  {
    name: 'the plain endpoint serves text, questions, reloads and restarts to DefaultChatTransport',
    isShort: true,
    query: '?plain=/api/ai',
    async play(person, stage) {
      await person.say('book Cork to Oslo')
      await person.press('SP205')
      await person.sees('Book SP205?')
      await stage.kill()
      await stage.start()
      await person.reload()
      await person.press('Yes')
      await person.sees('"reference":"SP205-X1"')
      await person.is('ready')
      await person.say('think again')
      await person.sees('word10 ')
      await person.reload()
      await person.is('streaming')
      const shown = await person.is('ready')
      expect(textsOf(shown).map(isWhole)).toEqual([true])
    },
  },
  {
    name: 'a page of the plain endpoint whose server was killed in the middle of a text has it whole after a reload',
    since: 7,
    query: '?plain=/api/ai',
    async play(person, stage) {
      await killAndReload(person, stage)
      expect(textsOf(await person.shown()).map(isWhole)).toEqual([true])
    },
  },
  {
    name: 'an older page of the plain endpoint whose server was killed in the middle of a text has it whole after reloads',
    until: 6,
    query: '?plain=/api/older-ai',
    async play(person, stage) {
      await killAndReload(person, stage)
      await person.reload()
      await person.sees(WHOLE)
      expect(textsOf(await person.shown()).map(isWhole)).toEqual([true])
    },
  },
]

async function killAndReload(person: Visitor, stage: Stage): Promise<void> {
  await person.say(`think until killed ${crypto.randomUUID()}`)
  await person.sees('word19 ')
  await stage.kill()
  await person.is('error')
  await stage.start()
  await person.reload()
  await person.sees(WHOLE)
  await person.is('ready')
}
