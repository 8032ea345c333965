import type { Store } from '@sweatpants/framework/chat'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { FuzzedChat, STREAMS } from './fuzzed-chat.ts'
import { ABYSS, NASTY_TEXTS, nastyText } from './nasty.ts'
import { bodies, type Command, changedCommands, fill, parameter, requests } from './requests.ts'

const SESSIONS = '/api/chat/sessions'

const [callId, elicitId, approvalId, messageId] = ['<call>', '<elicit>', '<approval>', 'u-first']
const accepted = { action: 'accept', content: { sure: true, note: 'x' } }

/** Every command; where it says so, the ids of what is open are put in. */
const COMMANDS: readonly object[] = [
  { type: 'send', commandId: 'a', content: 'hello', model: 'fake', persona: 'pirate', interrupt: true },
  { type: 'edit', commandId: 'b', messageId, content: 'hello again' },
  { type: 'retry', commandId: 'c', messageId },
  { type: 'elicit_response', commandId: 'd', callId, elicitId, result: accepted },
  { type: 'elicit_response', commandId: 'e', callId, elicitId, result: { action: 'decline' } },
  { type: 'approve', commandId: 'f', callId: approvalId, arguments: { to: 'bob' } },
  { type: 'deny', commandId: 'g', callId: approvalId, reason: 'no' },
  { type: 'configure', commandId: 'h', title: 'A title', model: 'fake', persona: 'pirate' },
  { type: 'abort', commandId: 'i' },
  { type: 'reset', commandId: 'j' },
]

/** Those that a database or a stack may have no place for. */
const ODD_TEXTS = ['a\0b', '\ud800', '"quoted"', '\\u0000', ABYSS]

/** With a text wherever a command has one. */
const toCommands = (text: string): Command[][] => {
  const result = { action: 'accept', content: { note: text } }
  const commands = [
    { type: 'send', commandId: text, content: text },
    { type: 'edit', commandId: `${text} again`, messageId, content: text },
    { type: 'elicit_response', commandId: 'd', callId, elicitId, result },
    { type: 'approve', commandId: 'f', callId: approvalId, arguments: { to: text, [text]: text } },
    { type: 'configure', commandId: 'h', title: text },
  ]
  return commands.map((command) => [['/commands', command]])
}

export interface FuzzChatOptions {
  openStore(): Promise<Store>
  /** How many cases there are, to those of a store in this process. */
  share: number
}

/** Checks that a chat on this store accepts or refuses every request. */
export function fuzzChat({ openStore, share }: FuzzChatOptions): void {
  const chat = new FuzzedChat(openStore)
  const { surface } = chat
  const many = (runs: number) => Math.ceil(runs * share)

  describe('commands', () => {
    fuzz<Command[][]>(
      'with a few parts changed are taken or refused, and the session goes on',
      changedCommands(COMMANDS.map((command) => ['/commands', command])),
      async (commands) => {
        const { sessionId, elicit, approval } = await chat.openSession()
        const names = { [callId]: elicit.callId, [elicitId]: elicit.elicitId, [approvalId]: approval.callId }
        const toSent = ([place, body]: Command) => ({
          path: `${SESSIONS}/${sessionId}${place}`,
          body: fill(body, names),
        })
        for (const together of commands) await surface.askTogether(together.map(toSent))
        const last = await chat.command(sessionId, { type: 'send', commandId: 'the last', content: 'Still there?' })
        expect(last.status).toBe(202)
        expect((await chat.read(sessionId)).messages.length).toBeGreaterThan(0)
        await chat.delete(sessionId)
      },
      { runs: many(40), examples: ODD_TEXTS.map(toCommands) },
    )

    fuzz(
      'of any bytes, cut at any place, are taken or refused',
      bodies(COMMANDS),
      async (body) => {
        const sessionId = await chat.create()
        await surface.ask({ path: `${SESSIONS}/${sessionId}/commands`, ...body })
        await chat.read(sessionId)
        await chat.delete(sessionId)
      },
      { runs: many(80) },
    )

    fuzz(
      'that break off are none',
      fc.tuple(bodies(COMMANDS), fc.boolean()),
      async ([body, isTold]) => {
        const sessionId = await chat.create()
        await surface.leave({ path: `${SESSIONS}/${sessionId}/commands`, ...body }, isTold)
        expect((await chat.read(sessionId)).messages).toEqual([])
        await chat.delete(sessionId)
      },
      { runs: many(20) },
    )

    it('are refused when they are too long, and what comes after them is served', async () => {
      const sessionId = await chat.create()
      await surface.overflow(`${SESSIONS}/${sessionId}/commands`, 7 * 1024 * 1024)
      await surface.overflow(SESSIONS, 7 * 1024 * 1024)
      await chat.delete(sessionId)
    })

    fuzz(
      'say what is then shown, to the last character',
      nastyText,
      async (content) => {
        const sessionId = await chat.create()
        const { status } = await chat.command(sessionId, { type: 'send', commandId: 'a', content })
        if (status === 202)
          expect((await chat.read(sessionId)).messages[0]).toMatchObject({ content: [{ text: content }] })
        await chat.delete(sessionId)
      },
      { runs: many(20), examples: NASTY_TEXTS },
    )
  })

  describe('routes', () => {
    const places = ['', '/events', '/commands', '/events?after={value}', '/nothing', '/']
    const nul = { method: 'GET', path: `${SESSIONS}/%00`, headers: {} }

    fuzz(
      'of any session, by any method, with any body, are served or refused',
      requests(places.map((place) => `${SESSIONS}/{part}${place}`)),
      async (sent) => {
        await surface.ask(sent)
      },
      { runs: many(300), examples: [nul, { ...nul, path: `${nul.path}/events` }, { ...nul, method: 'DELETE' }] },
    )

    fuzz(
      'give the events after a place, or say that there is none',
      parameter,
      async (after) => {
        const sessionId = await chat.create()
        const { status } = await surface.ask({ method: 'GET', path: `${SESSIONS}/${sessionId}/events?after=${after}` })
        expect([200, 400, 429]).toContain(status)
        await chat.delete(sessionId)
      },
      { runs: many(60) },
    )

    it('have let go of every stream: as many can be opened as there may be', async () => {
      const sessionId = await chat.create()
      const read = () => surface.ask({ method: 'GET', path: `${SESSIONS}/${sessionId}/events` })
      await expect
        .poll(async () =>
          (await Promise.all(Array.from({ length: STREAMS }, read))).every(({ status }) => status === 200),
        )
        .toBe(true)
    })
  })
}
