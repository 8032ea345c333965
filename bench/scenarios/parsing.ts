import { HOSTILE_TEXTS, type HostileText, writeHostile } from '../../test/attacks/hostile-texts.ts'
import { PARSERS, type Parser } from '../../test/attacks/parsers.ts'
import { atMost, digits } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const SIZES = [10_000, 100_000, 1_000_000]
/** Milliseconds of one core for a megabyte. */
const LIMIT = 200
/** The factor above linear that is allowed when a text is ten times as long. */
const GROWTH = 2

const WHY =
  'the comparison of claims is given the text as the topic, as an option and as a claim, and reads each by its words; ' +
  'a topic has at most 20,000 characters, and a claim is a part of one answer of a model'

export const parsing: Scenario = {
  name: 'parsing',
  about:
    'Every parser of text that models, clients and servers send, on hostile texts: marks that open and never close, rows of one ' +
    'mark, fences, escapes. The slowest text of each parser, in milliseconds of processor time. A parser that takes less text ' +
    'refuses the rest, which is measured too.',

  async measure({ quick }) {
    const found: { parser: Parser; text: HostileText; times: number[] }[] = []
    for (const parser of PARSERS) {
      const text = await findSlowest(parser, quick)
      const times: number[] = []
      for (const size of SIZES) times.push(await best(parser, writeHostile(text, size), quick ? 1 : 3))
      found.push({ parser, text, times })
    }
    // Some systems count processor time in steps of 4 ms.
    const growth = ([, middle, last]: number[]) => last! / Math.max(5, middle!) / 10
    return {
      tables: [
        {
          title: 'Milliseconds for the slowest text of each parser',
          head: ['', ...SIZES.map((size) => `${size / 1_000} kB`), 'start, part, end of the text'],
          rows: found.map(({ parser, text, times }) => [parser.name, ...times.map(digits), `\`${toCode(text.name)}\``]),
        },
      ],
      targets: [
        atMost(
          '1 MB of any text, in the slowest parser',
          Math.max(...found.map(({ times }) => times.at(-1)!)),
          LIMIT,
          ' ms',
          WHY,
        ),
        atMost(
          'from 100 kB to 1 MB, against ten times as long',
          Math.max(...found.map(({ times }) => growth(times))),
          GROWTH,
          '×',
        ),
      ],
    }
  },
}

/** The text that takes longest at 100 kB; those that are fast at 10 kB are left out in a quick run. */
async function findSlowest(parser: Parser, quick: boolean): Promise<HostileText> {
  let slowest = { text: HOSTILE_TEXTS[0]!, time: -1 }
  for (const text of HOSTILE_TEXTS) {
    const time = await best(parser, writeHostile(text, quick ? SIZES[0]! : SIZES[1]!), 1)
    if (time > slowest.time) slowest = { text, time: await best(parser, writeHostile(text, SIZES[1]!), 2) }
  }
  return slowest.text
}

/** The least milliseconds of processor time of a few readings: other load of the machine does not count. */
async function best({ read }: Parser, text: string, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < times; i++) {
    const began = process.threadCpuUsage()
    await read(text)
    const { user, system } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

const toCode = (name: string): string => name.replaceAll('|', '\\|').replaceAll('`', 'ˋ')
