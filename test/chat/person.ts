import {
  type ChatState,
  type Command,
  emptyState,
  type LogEntry,
  type Patch,
  reduce,
  toMessageId,
} from '@sweatpants/framework/chat'
import type { Client } from './client.ts'

type Bare<T> = T extends unknown ? Omit<T, 'commandId'> : never

/** What a person at a page has seen and done. */
export interface Story {
  sessionId: string
  /** The log, as the page was sent it. */
  seen: LogEntry<Patch>[]
  /** What the page has made of it. */
  state: ChatState
  /** The place that each command was acknowledged at. */
  acknowledged: { command: Command; lsn: number }[]
}

/**
 * A conversation with two calls at once, a consent, two open questions, a message that is sent while they are open, and a branch that is
 * begun and left.
 * `onSeen` is called with each patch as it arrives.
 */
export async function converse(client: Client, onSeen: (lsn: number) => void = () => {}): Promise<Story> {
  const sessionId = await client.createSession()
  const story: Story = { sessionId, seen: [], state: emptyState, acknowledged: [] }
  const leaving = new AbortController()
  let look = () => {}

  async function read(): Promise<void> {
    for await (const entry of client.follow(sessionId, leaving.signal)) {
      story.seen.push(entry)
      story.state = reduce(story.state, entry.event, entry.lsn)
      onSeen(entry.lsn)
      look()
    }
  }
  const until = (wanted: (state: ChatState) => boolean) =>
    new Promise<void>((resolve) => {
      look = () => wanted(story.state) && resolve()
      look()
    })
  async function command(commandId: string, bare: Bare<Command>): Promise<void> {
    const command = { ...bare, commandId } as Command
    story.acknowledged.push({ command, lsn: await client.command(sessionId, command) })
  }
  async function talk(): Promise<void> {
    await command('plan', { type: 'send', content: 'Plan a trip to Lisbon' })
    await until(({ pendingElicits, pendingApprovals }) => count(pendingElicits) === 2 && count(pendingApprovals) === 1)
    await command('weather', { type: 'send', content: 'And the weather?' })
    const [approval] = Object.values(story.state.pendingApprovals)
    await command('consent', { type: 'approve', callId: approval!.callId })
    const questions = Object.values(story.state.pendingElicits)
    await Promise.all(
      questions.map(({ key, callId, elicitId }) => {
        const result = { action: 'accept' as const, content: { [key]: `the ${key} that I like` } }
        return command(key, { type: 'elicit_response', callId, elicitId, result })
      }),
    )
    await until(({ turn, turns }) => turns === 2 && turn === undefined)
    const { messageId } = story.state.messages.at(-1)!
    await command('another', { type: 'edit', messageId: toMessageId('weather'), content: 'And the food?' })
    await until(({ turn, turns }) => turns === 3 && turn === undefined)
    await command('back', { type: 'switch', messageId })
    await until(({ messages }) => messages.at(-1)?.messageId === messageId)
  }

  const reading = read()
  try {
    await Promise.race([talk(), reading])
  } finally {
    leaving.abort()
    await reading
  }
  return story
}

const count = (pending: object): number => Object.keys(pending).length
