import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTool } from './browser-tool.ts'
import { createMcpTool } from './builder.ts'
import type { ExtendedMessage, McpMessage } from './message.ts'
import { deferred, type Outcome, succeeded } from './outcome.ts'
import type { Peer, PeerEffect } from './peer.ts'
import { type RenderProps, runHandler } from './render.ts'
import { runTool } from './run-tool.ts'

type Player = 'X' | 'O'
type Board = (Player | null)[]
type GameMove = { player: Player; position: number }

const EMPTY_BOARD: Board = Array(9).fill(null)

function formatBoard(board: Board): string {
  const rows = [0, 3, 6].map((row) => [0, 1, 2].map((column) => board[row + column] ?? row + column).join(' | '))
  return rows.join('\n---------\n')
}

function play(board: Board, player: Player, position: number): Board {
  return board.map((cell, i) => (i === position ? player : cell))
}

/** A peer that answers at once, and keeps what the model was told. */
function createPeer(answers: { elicit?: unknown[]; sample?: string[] }) {
  const elicits = [...(answers.elicit ?? [])]
  const texts = [...(answers.sample ?? [])]
  const told: (readonly McpMessage[])[] = []
  const answer = (effect: PeerEffect): Outcome | typeof deferred => {
    if (effect.type === 'elicit') return succeeded(elicits.shift())
    if (effect.type !== 'sample') return deferred
    told.push(effect.messages)
    return succeeded({ content: { type: 'text', text: texts.shift() }, model: 'scripted' })
  }
  const peer: Peer = { answer }
  return { peer, told }
}

const pickMove = {
  response: z.object({ position: z.number().int().min(0).max(8) }),
}

describe('elicit-exchange: the usage example', () => {
  it('compiles and runs as it is written', async () => {
    const board = play(EMPTY_BOARD, 'X', 4)
    const moveHistory: GameMove[] = [{ player: 'X', position: 4 }]
    const history: ExtendedMessage[] = []
    const console = { log: vi.fn<(...values: unknown[]) => void>() }

    const tool = createMcpTool('tictactoe')
      .elicits({ pickMove })
      .execute(function* (_params, ctx) {
        const result = yield* ctx.elicit('pickMove', {
          message: 'Your turn!',
          board, // Board type
          moveHistory, // GameMove[] type
        })

        if (result.action === 'accept') {
          // Safe default - no context in arguments
          history.push(...result.exchange.messages)

          // Or with explicit derived context (fully typed)
          history.push(
            ...result.exchange.withArguments((ctx) => ({
              moveNumber: ctx.moveHistory.length,
              boardState: formatBoard(ctx.board),
            })),
          )

          // Access the raw context
          console.log('Board state:', result.exchange.context.board)
        }
      })
      .build()

    const { peer } = createPeer({ elicit: [{ action: 'accept', content: { position: 0 } }] })
    await runTool(tool, {}, { peer, runId: 'call-1' })

    const id = 'elicit_call-1_0'
    const answer = {
      role: 'user',
      content: [{ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: '{"position":0}' }] }],
    }
    const question = (input: unknown) => ({
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'pickMove', input }],
    })
    expect(history).toEqual([question({}), answer, question({ moveNumber: 1, boardState: formatBoard(board) }), answer])
    expect(console.log).toHaveBeenCalledWith('Board state:', board)
  })
})

describe('elicit-exchange-accumulation: the TicTacToe implementation', () => {
  const tictactoe = createMcpTool('tictactoe')
    .parameters(z.object({ modelSymbol: z.enum(['X', 'O']) }))
    .elicits({ pickMove })
    .handoff({
      *before(params) {
        const userSymbol: Player = params.modelSymbol === 'X' ? 'O' : 'X'
        return { modelSymbol: params.modelSymbol, userSymbol }
      },
      *client(handoff, ctx) {
        const { modelSymbol, userSymbol } = handoff
        let board: Board = [...EMPTY_BOARD]
        const conversationHistory: ExtendedMessage[] = []
        const moveHistory: GameMove[] = []
        let currentPlayer: Player = 'X'

        while (true) {
          const isModelTurn = currentPlayer === modelSymbol

          if (isModelTurn) {
            // Sample with full conversation history
            const prompt = `Your turn as ${modelSymbol}. Board:\n${formatBoard(board)}\n...`

            const response = yield* ctx.sample({
              messages: [...conversationHistory, { role: 'user', content: prompt }],
            })

            // Add to history
            conversationHistory.push({ role: 'user', content: prompt }, { role: 'assistant', content: response.text })

            const position = Number(response.text)
            board = play(board, modelSymbol, position)
            moveHistory.push({ player: modelSymbol, position })
            if (moveHistory.length >= 3) return conversationHistory
          } else {
            // Elicit user's move
            const result = yield* ctx.elicit('pickMove', {
              message: `Your turn as ${userSymbol}`,
              board,
              moveHistory,
              modelSymbol,
              userSymbol,
            })

            if (result.action === 'accept') {
              // Capture exchange in history
              const messages = result.exchange.withArguments((ctx) => ({
                board: formatBoard(ctx.board),
                userSymbol: ctx.userSymbol,
                userSelectedPosition: result.content.position,
                moveNumber: ctx.moveHistory.length + 1,
              }))
              conversationHistory.push(...messages)

              board = play(board, userSymbol, result.content.position)
              moveHistory.push({ player: userSymbol, position: result.content.position })
            }
          }
          currentPlayer = currentPlayer === 'X' ? 'O' : 'X'
        }
      },
      *after(handoff, history) {
        return { played: handoff.modelSymbol, history }
      },
    })
    .build()

  it('compiles, runs, and accumulates what the seed says it does', async () => {
    const { peer, told } = createPeer({
      sample: ['4', '2'],
      elicit: [{ action: 'accept', content: { position: 0 } }],
    })
    const result = await runTool(tictactoe, { modelSymbol: 'X' }, { peer, runId: 'call-1' })

    const afterOne = play(EMPTY_BOARD, 'X', 4)
    const prompts = [EMPTY_BOARD, play(afterOne, 'O', 0)].map(
      (board) => `Your turn as X. Board:\n${formatBoard(board)}\n...`,
    )
    const id = 'elicit_call-1_0'
    const exchange = [
      {
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id,
            name: 'pickMove',
            input: { board: formatBoard(afterOne), userSymbol: 'O', userSelectedPosition: 0, moveNumber: 2 },
          },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: '{"position":0}' }] }],
      },
    ]
    expect(result).toMatchObject({
      type: 'completed',
      value: {
        played: 'X',
        history: [
          { role: 'user', content: prompts[0] },
          { role: 'assistant', content: '4' },
          ...exchange,
          { role: 'user', content: prompts[1] },
          { role: 'assistant', content: '2' },
        ],
      },
    })
    expect(told[1]).toEqual([
      { role: 'user', content: { type: 'text', text: prompts[0] } },
      { role: 'assistant', content: { type: 'text', text: '4' } },
      ...exchange,
      { role: 'user', content: { type: 'text', text: prompts[1] } },
    ])
  })

  it('asks the same person again when a move is declined and the turn comes round', async () => {
    const { peer, told } = createPeer({
      sample: ['4', '2', '8'],
      elicit: [{ action: 'decline' }, { action: 'accept', content: { position: 0 } }],
    })
    const result = await runTool(tictactoe, { modelSymbol: 'X' }, { peer })
    expect(result.type).toBe('completed')
    expect(told.map((messages) => messages.length)).toEqual([1, 3, 7])
  })
})

describe('elicit-exchange-accumulation: the simplified tool pattern', () => {
  it('compiles and runs as it is written', async () => {
    const board: Board = [...EMPTY_BOARD]
    const moveHistory: GameMove[] = []

    const tool = createMcpTool('tictactoe')
      .parameters(z.object({ turns: z.number() }))
      .elicits({ pickMove })
      .handoff({
        *before(params) {
          return { turns: params.turns }
        },
        *client(handoff, ctx) {
          const conversationHistory: ExtendedMessage[] = []
          let turn = 0
          let gameOngoing = true
          let isModelTurn = true

          while (gameOngoing) {
            if (isModelTurn) {
              // Model samples with full history
              const prompt = `Pick a move. Board:\n${formatBoard(board)}`
              const response = yield* ctx.sample({
                messages: [...conversationHistory, { role: 'user', content: prompt }],
              })

              // Accumulate this exchange
              conversationHistory.push({ role: 'user', content: prompt }, { role: 'assistant', content: response.text })
            } else {
              // User elicit
              const result = yield* ctx.elicit('pickMove', { board, moveHistory, message: 'Pick a move' })

              if (result.action === 'accept') {
                // Capture exchange with enriched arguments
                conversationHistory.push(
                  ...result.exchange.withArguments((ctx) => ({
                    boardState: formatBoard(ctx.board),
                    userMove: result.content.position,
                  })),
                )
              }
            }
            isModelTurn = !isModelTurn
            gameOngoing = ++turn < handoff.turns
          }
          return conversationHistory.length
        },
        *after(_handoff, length) {
          return length
        },
      })
      .build()

    const { peer, told } = createPeer({
      sample: ['4', '2'],
      elicit: [{ action: 'accept', content: { position: 0 } }],
    })
    expect(await runTool(tool, { turns: 3 }, { peer })).toMatchObject({ type: 'completed', value: 6 })
    expect(told[1]).toHaveLength(5)
    expect(told[1]?.[2]).toMatchObject({
      role: 'assistant',
      content: [{ type: 'tool_use', name: 'pickMove', input: { boardState: formatBoard(EMPTY_BOARD), userMove: 0 } }],
    })
  })
})

describe('unified-elicit-model: pick_card', () => {
  interface CardPickerProps extends RenderProps<{ card: string }> {
    cards: string[]
  }
  const CardPicker = (props: CardPickerProps) => props.cards
  const DECK = ['ace', 'king', 'queen', 'jack']
  const shuffle = vi.fn<(count: number) => string[]>((count) => DECK.slice(0, count))

  const pickCard = createTool('pick_card')
    .parameters(z.object({ count: z.number() }))
    .handoff({
      *before(params) {
        return { cards: shuffle(params.count) }
      },
      *client(handoff, ctx) {
        return yield* ctx.render(CardPicker, { cards: handoff.cards })
      },
      *after(_handoff, clientResult) {
        return `You picked the ${clientResult.card}`
      },
    })
    .build()

  it('compiles and runs, with the generated plugin in the page', async () => {
    const parked = await runTool(pickCard, { count: 3 }, { peer: { answer: () => deferred } })
    if (parked.type !== 'parked') throw new Error(`expected a question, got ${parked.type}`)
    const [question] = parked.questions
    if (question?.type !== 'elicit') throw new Error('expected an elicit')
    expect(question).toMatchObject({
      key: '__handoff__',
      context: { handoff: { cards: ['ace', 'king', 'queen'] }, params: { count: 3 } },
    })

    const host = { render: vi.fn(async () => ({ card: 'king' })) }
    const answer = await runHandler(
      (ctx) => pickCard.plugin.handlers.__handoff__!(question as never, ctx),
      host,
      new AbortController().signal,
    )
    expect(host.render).toHaveBeenCalledWith(CardPicker, { cards: ['ace', 'king', 'queen'] }, expect.anything())

    const result = await parked.resume({ [question.id]: answer })
    expect(result).toMatchObject({ type: 'completed', value: 'You picked the king' })
    expect(shuffle).toHaveBeenCalledTimes(1)
  })

  it('has the name, the body and the plugin that the seed lists', () => {
    expect(pickCard.name).toBe('pick_card')
    expect(pickCard.execute).toBeTypeOf('function')
    expect(pickCard.plugin).toMatchObject({ toolName: 'pick_card' })
  })
})

describe('the design: book_flight', () => {
  const Flight = z.object({ id: z.string(), price: z.number() })
  const searchFlights = async (_trip: { from: string; to: string; date: string }) => [{ id: 'BA1', price: 120 }]
  const book = vi.fn<(flightId: string, idempotencyKey: string) => Promise<{ booked: string }>>(async (flightId) => ({
    booked: flightId,
  }))

  const bookFlight = createMcpTool('book_flight')
    .description('Book a flight with the traveller')
    .parameters(z.object({ from: z.string(), to: z.string(), date: z.iso.date() }))
    .elicits({
      pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(Flight) }) },
      confirm: { response: z.object({ ok: z.boolean() }), mustAsk: true },
    })
    .execute(function* (params, ctx) {
      const flights = yield* ctx.step('search', () => searchFlights(params))
      const pick = yield* ctx.elicit('pickFlight', { message: 'Which one?', flights })
      if (pick.action !== 'accept') return { cancelled: true }
      const sure = yield* ctx.elicit('confirm', { message: `Book ${pick.content.flightId}?` })
      if (sure.action !== 'accept' || !sure.content.ok) return { cancelled: true }
      return yield* ctx.step('book', ({ idempotencyKey }) => book(pick.content.flightId, idempotencyKey), {
        once: true,
      })
    })
    .build()

  const trip = { from: 'LHR', to: 'JFK', date: '2026-08-01' }
  const flightId = 'BA1'

  it.each([
    [
      'books',
      [
        { action: 'accept', content: { flightId } },
        { action: 'accept', content: { ok: true } },
      ],
      { booked: flightId },
    ],
    ['is cancelled at the choice', [{ action: 'decline' }], { cancelled: true }],
    [
      'is cancelled at the confirmation',
      [
        { action: 'accept', content: { flightId } },
        { action: 'accept', content: { ok: false } },
      ],
      { cancelled: true },
    ],
  ])('%s', async (_, elicit, value) => {
    book.mockClear()
    const { peer } = createPeer({ elicit })
    expect(await runTool(bookFlight, trip, { peer, runId: 'call-1' })).toMatchObject({ type: 'completed', value })
    expect(book.mock.calls).toEqual(
      'booked' in value ? [[flightId, expect.stringMatching(/^call-1\/3\/[0-9a-f]{32}$/)]] : [],
    )
  })

  it('refuses arguments that its parameters refuse', async () => {
    const { peer } = createPeer({})
    const result = await runTool(bookFlight, { ...trip, date: 'tomorrow' }, { peer })
    expect(result).toMatchObject({ type: 'failed', error: { name: 'ToolInputError' } })
  })
})
