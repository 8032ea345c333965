import { describe, expect, it } from 'vitest'
import { Conversation } from './conversation.ts'
import { type McpMessage, textMessage } from './message.ts'

const say = (...texts: string[]): McpMessage[] => texts.map((text) => textMessage('user', text))
const sizeOf = (messages: McpMessage[]) => messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0)

describe('a conversation', () => {
  it('begins with the messages it is given and grows', () => {
    const conversation = new Conversation(undefined, say('a'))
    conversation.push(say('b', 'c'))
    expect(conversation.own()).toEqual(say('a', 'b', 'c'))
    expect(conversation.read()).toEqual(say('a', 'b', 'c'))
    expect(conversation.inherited()).toEqual([])
    expect(conversation.length).toBe(3)
  })

  it('is empty when it inherits nothing and is given nothing', () => {
    const conversation = new Conversation(undefined, [])
    expect([conversation.read(), conversation.length, conversation.size()]).toEqual([[], 0, 0])
  })

  it('can be read as it was', () => {
    const conversation = new Conversation(new Conversation(undefined, say('before')), say('a'))
    const { length } = conversation
    conversation.push(say('b'))
    expect(conversation.read(length)).toEqual(say('before', 'a'))
    expect(conversation.read(0)).toEqual(say('before'))
  })

  it('inherits what its parent had when it was forked, and nothing later', () => {
    const parent = new Conversation(undefined, say('a'))
    const child = new Conversation(parent, say('b'))
    parent.push(say('later'))
    expect(child.inherited()).toEqual(say('a'))
    expect(child.own()).toEqual(say('b'))
    expect(child.read()).toEqual(say('a', 'b'))
  })

  it('keeps its own messages from its parent and its siblings', () => {
    const parent = new Conversation(undefined, say('a'))
    const [one, other] = [new Conversation(parent, []), new Conversation(parent, [])]
    one.push(say('b'))
    expect(other.read()).toEqual(say('a'))
    expect(parent.read()).toEqual(say('a'))
  })

  it('inherits through several forks', () => {
    const first = new Conversation(undefined, say('a'))
    const second = new Conversation(first, say('b'))
    const third = new Conversation(second, say('c'))
    first.push(say('x'))
    second.push(say('y'))
    expect(third.read()).toEqual(say('a', 'b', 'c'))
  })

  it('knows the size of all that it would tell a model', () => {
    const parent = new Conversation(undefined, say('a', 'longer'))
    const child = new Conversation(parent, say('b'))
    parent.push(say('later'))
    child.push(say('c'))
    expect(child.size()).toBe(sizeOf(child.read()))
    expect(parent.size()).toBe(sizeOf(parent.read()))
  })

  it('gives away copies', () => {
    const conversation = new Conversation(undefined, say('a'))
    conversation.own().pop()
    conversation.read().pop()
    expect(conversation.own()).toEqual(say('a'))
  })
})
