import type { Activity } from '../page/activities.ts'
import type { PageFinding } from '../page/measure-page.ts'
import { atMost, digits, type Table, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const MESSAGES = 2_000
/** Milliseconds. A frame that was missed makes one of 33.3: nineteen in twenty have to be in time. */
const FRAME_LIMIT = 33
/** More than a page needs to fill its screen with the end, and far from all. */
const RENDERED_LIMIT = 100

const NAMES: Record<Activity, string> = {
  typing: 'typing 100 characters',
  scrolling: 'scrolling up 20 screens',
  typingFarUp: 'typing 100 characters there',
  streaming: 'an answer of 300 tokens, 10 ms apart',
}

export const page: Scenario = {
  name: 'page',
  about:
    `A conversation of ${MESSAGES} messages in the page of yo-chat, as it is built, in a headless Chromium without a ` +
    'GPU; the server is in the process of the benchmark. A frame is the time between two calls of ' +
    '`requestAnimationFrame`: 16.7 ms while nothing is late. Frames are counted only while something is done, which ' +
    'goes as fast as the browser takes it; processor time is that of the thread which runs the page’s scripts.',

  async measure({ quick }) {
    // Not before: a whole app and the driver of a browser would be in the memory that others measure.
    const { measurePage } = await import('../page/measure-page.ts')
    const effort = quick ? { arrivals: 2, rounds: 1 } : { arrivals: 15, rounds: 5 }
    const found = await measurePage({ messages: MESSAGES, ...effort })
    const held = ['typing', 'scrolling', 'typingFarUp'] as const
    return {
      tables: [toArrivalTable(found), toFrameTable(found)],
      targets: [
        atMost('messages rendered before the end is on the screen', found.rendered, RENDERED_LIMIT, ''),
        ...held.map((name) => atMost(`${NAMES[name]}, 95th percentile`, found.frames[name].p95, FRAME_LIMIT, ' ms')),
      ],
    }
  },
}

const toArrivalTable = ({ shownAfter, rendered }: PageFinding): Table => ({
  title: 'From the navigation until the last message is on the screen',
  head: ['', 'ms', 'messages rendered by then'],
  rows: [[`${MESSAGES} messages`, toCell(shownAfter), String(rendered)]],
})

const toFrameTable = ({ frames }: PageFinding): Table => ({
  title: 'Frames, in milliseconds',
  head: ['', 'frames', 'median', '95th percentile', 'longest', 'processor time in each'],
  rows: Object.entries(frames).map(([name, { count, median, p95, longest, busy }]) => [
    NAMES[name as Activity],
    String(count),
    ...[median, p95, longest, busy].map(digits),
  ]),
})
