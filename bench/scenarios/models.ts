import { createLane, fromLanguageModel, withLane, withRetry } from '@sweatpants/framework/models'
import type { Contender, Spread } from '../measure.ts'
import { type Answer, serveAnswers } from '../models/answer-server.ts'
import { FORMATS, type Format } from '../models/formats.ts'
import { readAnswer, readEvents, readModel, readStreamText } from '../models/readers.ts'
import { measureThreadTime } from '../models/thread-time.ts'
import { atMost, digits, type Finding, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const LIMIT = 3

/** The timing of tokens. The limit applies to tokens that arrive one by one. */
const DELIVERIES = [
  { name: 'one per write', perWrite: 1, apart: 0, isHeld: true },
  { name: 'one per write, 0.1 ms apart', perWrite: 1, apart: 0.1, isHeld: true },
  { name: 'ten per write', perWrite: 10, apart: 0, isHeld: false },
] as const

const RAW = 'raw SSE'
const PACKAGE = 'doStream of the provider’s package'
const OURS = 'fromLanguageModel'
const WHOLE = 'fromLanguageModel in withLane in withRetry'
const STREAM_TEXT = 'streamText of ai'

export const models: Scenario = {
  name: 'models',
  about:
    'A streamed answer, read from a server on loopback that writes an event for each token; microseconds are the ' +
    'reading thread’s processor time for each token. Raw SSE is `fetch`, `TextDecoder`, `split`, `JSON.parse` and the ' +
    'text joined; it checks nothing. All others read through the provider’s package of the AI SDK, which checks each ' +
    'event against a schema and hands it through several streams: that is nearly all of what ours costs, and is given ' +
    'as a contender of its own. Its cost is for each event, while much of raw SSE’s is for each write, so that with ' +
    'ten tokens per write raw SSE is far ahead of the package, and nothing is targeted there. Tokens that ' +
    'follow at once reach a busy reader several to a read; 0.1 ms apart each wakes it up, as they do in life.',

  async measure({ quick, rounds }) {
    const tokens = Array.from({ length: quick ? 100 : 2000 }, (_, i) => ` token${i}`)
    await using server = await serveAnswers(new Map(FORMATS.flatMap((format) => toAnswers(format, tokens))))
    const finding: Finding = { tables: [], targets: [] }
    for (const format of FORMATS) {
      const lanes = DELIVERIES.flatMap((delivery, i) =>
        toContenders(format, server.url + toPrefix(format, i), tokens).map((contender) => ({ contender, delivery })),
      )
      const spreads = await measureThreadTime(
        lanes.map(({ contender }) => contender),
        rounds,
      )
      const measured = lanes.map(({ contender: { name }, delivery }, i) => ({ name, delivery, spread: spreads[i]! }))
      addFormat(finding, format, measured)
    }
    return finding
  },
}

const toPrefix = ({ wire }: Format, delivery: number): string => `/${wire.name}/${delivery}`

function toAnswers(format: Format, tokens: readonly string[]): [string, Answer][] {
  const said = { text: tokens.join(''), usage: { input: 5, output: tokens.length } }
  const pieces = format.wire.pieces(said, { model: 'm', stream: true, stream_options: { include_usage: true } })
  return DELIVERIES.map(({ perWrite, apart }, i) => {
    const writes = Array.from({ length: Math.ceil(pieces.length / perWrite) }, (_, write) =>
      pieces.slice(write * perWrite, (write + 1) * perWrite).join(''),
    )
    return [toPrefix(format, i) + format.wire.paths[0], { writes, apart }]
  })
}

function toContenders({ wire, createModel, textOf }: Format, url: string, tokens: readonly string[]): Contender[] {
  const model = createModel(`${url}/v1`)
  const ours = fromLanguageModel(model)
  const whole = withRetry(withLane(ours, createLane({ concurrency: 8 })))
  const readers: Record<string, () => Promise<string>> = {
    [RAW]: () => readEvents(url + wire.paths[0], textOf),
    [PACKAGE]: () => readModel(model),
    [OURS]: () => readAnswer(ours),
    [WHOLE]: () => readAnswer(whole),
    [STREAM_TEXT]: () => readStreamText(model),
  }
  const expected = tokens.join('')
  return Object.entries(readers).map(([name, read]) => ({
    name,
    per: tokens.length,
    async run() {
      const text = await read()
      if (text !== expected)
        throw new Error(`${name} was to read ${expected.length} characters, and read ${text.length}`)
    },
  }))
}

interface Measured {
  name: string
  delivery: (typeof DELIVERIES)[number]
  spread: Spread
}

function addFormat({ tables, targets }: Finding, { name: title }: Format, measured: readonly Measured[]): void {
  const medianOf = (delivery: Measured['delivery'], name: string) =>
    measured.find((one) => one.delivery === delivery && one.name === name)!.spread.median
  tables.push({
    title: `${title}, microseconds per token`,
    head: ['', 'tokens', 'µs', 'against raw SSE', 'against the package'],
    rows: measured.map(({ name, delivery, spread }) => [
      name,
      delivery.name,
      toCell(spread),
      ...[RAW, PACKAGE].map((other) => `${digits(spread.median / medianOf(delivery, other))}×`),
    ]),
  })
  for (const delivery of DELIVERIES.filter(({ isHeld }) => isHeld)) {
    const ratio = medianOf(delivery, WHOLE) / medianOf(delivery, RAW)
    targets.push(atMost(`${title}, ${delivery.name}: against raw SSE`, ratio, LIMIT, '×'))
  }
}
