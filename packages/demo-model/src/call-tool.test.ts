import { describe, expect, test } from 'vitest'
import { ask, exchange, system, tool, user } from './fixtures/ask.ts'

const tools = [
  tool('tictactoe', 'Play a game of tic-tac-toe against the person', { first: { enum: ['model', 'person'] } }, []),
  tool('pick_card', 'Let the person pick a card', { count: { type: 'integer', minimum: 1, maximum: 52 } }),
  tool('book_flight', 'Book a flight with the traveller', {
    from: { type: 'string' },
    to: { type: 'string' },
    date: { type: 'string', format: 'date' },
  }),
  tool('calculator', 'Evaluate an arithmetic expression', { expression: { type: 'string' } }),
  tool(
    'get_weather',
    'The weather forecast for a city',
    { city: { type: 'string' }, unit: { enum: ['celsius', 'fahrenheit'] }, days: { type: 'integer' } },
    ['city'],
  ),
  tool('search_web', 'Search the web', { query: { type: 'string' }, limit: { type: 'integer' } }, ['query']),
  tool(
    'start_roundtable',
    'Models discuss a topic',
    { topic: { type: 'string' }, mode: { enum: ['delphi', 'socratic'] } },
    ['topic'],
  ),
  tool(
    'create_note',
    'Write a note down',
    { title: { type: 'string' }, pinned: { type: 'boolean' }, priority: { enum: ['low', 'high'] } },
    ['title'],
  ),
]

describe('a message is routed to a tool, with arguments from the message', () => {
  test.each([
    ["Let's play tic tac toe!", 'tictactoe', {}],
    ['play tictactoe, person first', 'tictactoe', { first: 'person' }],
    ['Pick a card from seven cards', 'pick_card', { count: 7 }],
    ['pick one of 99 cards', 'pick_card', { count: 52 }],
    ['pick a card', 'pick_card', { count: 5 }],
    [
      'Book a flight from Lisbon to Vienna on 2026-09-03',
      'book_flight',
      { from: 'Lisbon', to: 'Vienna', date: '2026-09-03' },
    ],
    [
      'I want to book a flight to New York from berlin, on 3 May 2027',
      'book_flight',
      { from: 'berlin', to: 'New York', date: '2027-05-03' },
    ],
    ['a flight from oslo to rome please', 'book_flight', { from: 'oslo', to: 'rome', date: '2026-07-28' }],
    ['what is 12 * (3+4)?', 'calculator', { expression: '12 * (3+4)' }],
    ["What's seven… no, 7 plus 5?", 'calculator', { expression: '7 + 5' }],
    ['Weather in Paris in celsius for 3 days?', 'get_weather', { city: 'Paris', unit: 'celsius', days: 3 }],
    ['Please search the web for cheap hotels in Rome.', 'search_web', { query: 'cheap hotels in Rome' }],
    [
      'Write a note titled "Buy milk", high priority, not pinned',
      'create_note',
      { title: 'Buy milk', priority: 'high', pinned: false },
    ],
    [
      'Start a delphi roundtable about moving our service to Rust.',
      'start_roundtable',
      { topic: 'moving our service to Rust', mode: 'delphi' },
    ],
    [
      'Ask the roundtable: should we worry about costs? It matters.',
      'start_roundtable',
      { topic: 'should we worry about costs? It matters.' },
    ],
    ['Please hold a roundtable: Postgres or MySQL?', 'start_roundtable', { topic: 'Postgres or MySQL?' }],
    ['note with title: Groceries', 'create_note', { title: 'Groceries' }],
  ])('%s', async (message, name, input) => {
    expect(await ask(message, { tools })).toEqual({ name, input })
  })

  test('relative days count from the date in the system prompt', async () => {
    const prompt = [system('Today is 2026-02-27.'), user('book a flight from Rome to Bonn in 3 days')]
    expect(await ask(prompt, { tools })).toMatchObject({ input: { date: '2026-03-02' } })
  })

  test.each([
    ['Book a flight to Lisbon next Friday', '2026-07-24'],
    ['a flight to Rome on Monday', '2026-07-27'],
    ['a flight to Rome next Tuesday', '2026-07-28'],
    ['a flight to Rome tomorrow', '2026-07-22'],
    ['a flight to Rome', '2026-07-28'],
    ['a flight to Rome on 2026-09-03', '2026-09-03'],
  ])('a day is counted from today, or is a week ahead: %s', async (message, date) => {
    expect(await ask(message, { tools })).toMatchObject({ name: 'book_flight', input: { date } })
  })

  test.each([
    ['Book a flight to Lisbon', { from: 'Vienna', to: 'Lisbon' }],
    ['Book a flight from Vienna', { from: 'Vienna', to: 'Lisbon' }],
  ])('a trip does not end where it begins: %s', async (message, input) => {
    expect(await ask(message, { tools })).toMatchObject({ input })
  })

  test.each(['hello', 'Who are you?', 'Thanks!', 'Is 2026-07-28 a Tuesday?'])(
    'a message that matches no tool is answered with the list of tools: %s',
    async (message) => {
      const text = await ask(message, { tools })
      expect(text).toContain('demo model')
      for (const { name } of tools) expect(text).toContain(`(\`${name}\`)`)
    },
  )
})

describe('the tool choice of the caller is respected', () => {
  test('with none, no tool is called', async () => {
    const text = await ask('pick a card', { tools, toolChoice: { type: 'none' } })
    expect(text).not.toContain('pick_card')
  })

  test('with required, the best match is called', async () => {
    expect(await ask('hello', { tools, toolChoice: { type: 'required' } })).toMatchObject({ name: 'tictactoe' })
    expect(await ask('what is 1 + 2', { tools, toolChoice: { type: 'required' } })).toMatchObject({
      name: 'calculator',
    })
  })

  test('with a named tool, that tool is called', async () => {
    const toolChoice = { type: 'tool', toolName: 'get_weather' } as const
    expect(await ask('pick a card', { tools, toolChoice })).toMatchObject({
      name: 'get_weather',
      input: { city: 'Vienna' },
    })
  })
})

describe('a result ends the turn with a sentence about it', () => {
  test.each([
    ['calculator', '84', '“calculator” gives you 84.'],
    ['tictactoe', 'The game is a draw.\n\n X | O | X', 'The game is a draw.'],
    [
      'book_flight',
      '{"booked":true,"reference":"SP205-A1","seats":["1A","1B"]}',
      'Here is what “book flight” did for you: booked yes, reference SP205-A1, seats 2 entries.',
    ],
    ['search_web', '[1,2,3]', 'I found 3 entries for you.'],
    ['pick_card', 'The person picked the 4 of spades.', 'You picked the 4 of spades.'],
    ['tictactoe', 'The model won as X.', 'I won as X.'],
  ])('%s: %s', async (name, value, said) => {
    expect(await ask([user(`please ${name}`), ...exchange(name, {}, value)], { tools })).toBe(
      `${said} (demo model, offline)`,
    )
  })

  test('a denied call ends the turn with the reason', async () => {
    const [call, result] = exchange('calculator', {}, 'too dear')
    if (result?.role !== 'tool' || result.content[0]?.type !== 'tool-result') throw new Error('expected a result')
    result.content[0].output = { type: 'execution-denied', reason: 'too dear' }
    expect(await ask([user('1 + 1'), call!, result], { tools })).toMatch(
      /^You did not allow “calculator”, so I did not run it: too dear\./,
    )
  })

  test('the next message is routed again', async () => {
    const prompt = [user('what is 1 + 1'), ...exchange('calculator', { expression: '1 + 1' }, '2'), user('and 2 + 2?')]
    expect(await ask(prompt, { tools })).toEqual({ name: 'calculator', input: { expression: '2 + 2' } })
  })
})

describe('a call whose arguments were refused', () => {
  const refusal = 'Invalid arguments: count: must be at most 40; try again'
  const first = [user('pick one of 50 cards'), ...exchange('pick_card', { count: 50 }, refusal, 'error-text')]

  test('is corrected once, with the value that the refusal names', async () => {
    expect(await ask(first, { tools })).toEqual({ name: 'pick_card', input: { count: 40 } })
  })

  test('is explained after the second refusal', async () => {
    const second = exchange('pick_card', { count: 40 }, 'Invalid arguments: count: must be at most 30', 'error-text')
    expect(await ask([...first, ...second], { tools })).toMatch(
      /“pick card” did not work: Invalid arguments: count: must be at most 30\./,
    )
  })

  test('is explained at once if the refusal names no other value', async () => {
    const prompt = [
      user('what is 1 + 1'),
      ...exchange('calculator', { expression: '1 + 1' }, 'Invalid: it rains', 'error-text'),
    ]
    expect(await ask(prompt, { tools })).toMatch(/^“calculator” did not work: Invalid: it rains\./)
  })

  test('is not repeated if it failed for another reason', async () => {
    const prompt = [
      user('pick one of 50 cards'),
      ...exchange('pick_card', { count: 50 }, 'The deck burnt down', 'error-text'),
    ]
    expect(await ask(prompt, { tools })).toMatch(/^“pick card” did not work: The deck burnt down\./)
  })
})
