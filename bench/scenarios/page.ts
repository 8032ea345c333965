import type { Activity } from '../page/activities.ts'
import type { PageFinding } from '../page/measure-page.ts'
import { atMost, digits, type Table, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const MESSAGES = 1_000
/** Milliseconds. At 60 frames per second one takes 16.7, and a late one 33.3: nineteen in twenty have to be in time. */
const FRAME_LIMIT = 17
/** More than a page needs to fill its screen with the end, and far from all. */
const RENDERED_LIMIT = 100
/** Milliseconds. */
const OPEN_LIMIT = 300
const PAINT_LIMIT = 2_000
const USABLE_LIMIT = 5_000
const SAID_LIMIT = 1_000
const SERVED_LIMIT = 3_000
/** Kilobytes. */
const WEIGHT_LIMIT = 90

const NAMES: Record<Activity, string> = {
  typing: 'typing 100 characters',
  scrolling: 'scrolling up 20 screens',
  flinging: 'scrolling up 120 screens, two at a time',
  typingFarUp: 'typing 100 characters there',
  streaming: 'an answer of 300 tokens, 10 ms apart',
}

export const page: Scenario = {
  name: 'page',
  about:
    `A conversation of ${MESSAGES} messages in the page of yo-chat, as it is built, in a headless Chromium without a ` +
    'GPU; the server is in the process of the benchmark. A frame is the time between two calls of ' +
    '`requestAnimationFrame`: 16.7 ms while nothing is late. Frames are counted only while something is done, which ' +
    'goes as fast as the browser takes it; processor time is that of the thread which runs the page’s scripts. Earlier ' +
    'messages are rendered in the first seconds, also while the page is typed in and scrolled. The slow connection is ' +
    'Chromium’s own emulation of 400 kbit/s and 400 ms for each request, with an empty cache and server and page on one ' +
    'machine: the page is painted at `first-contentful-paint`, and usable when the message box takes text. `npm start` is ' +
    'timed with the page built, as `npm install` leaves it, until the first line of the app and until a request for the ' +
    'page is answered.',

  async measure({ quick }) {
    // Not before: a whole app and the driver of a browser would be in the memory that others measure.
    const { measurePage } = await import('../page/measure-page.ts')
    const effort = quick ? { arrivals: 2, rounds: 1 } : { arrivals: 15, rounds: 5 }
    const found = await measurePage({ messages: MESSAGES, ...effort })
    const held = ['typing', 'scrolling', 'flinging', 'typingFarUp'] as const
    return {
      tables: [toArrivalTable(found), toFrameTable(found), toLoadTable(found)],
      targets: [
        atMost('from the navigation to the last message', found.shownAfter.median, OPEN_LIMIT, ' ms'),
        atMost('messages rendered before the end is on the screen', found.rendered, RENDERED_LIMIT, ''),
        ...held.map((name) => atMost(`${NAMES[name]}, 95th percentile`, found.frames[name].p95, FRAME_LIMIT, ' ms')),
        atMost('first paint on a slow connection', found.slow.painted.median, PAINT_LIMIT, ' ms'),
        atMost('usable on a slow connection', found.slow.usable.median, USABLE_LIMIT, ' ms'),
        atMost('JavaScript before the first paint of the app, gzip', found.weight.gzip / 1000, WEIGHT_LIMIT, ' kB'),
        atMost('npm start, first line', found.start.said.median, SAID_LIMIT, ' ms'),
        atMost('npm start, page served', found.start.served.median, SERVED_LIMIT, ' ms'),
      ],
    }
  },
}

const toArrivalTable = ({ shownAfter, rendered }: PageFinding): Table => ({
  title: 'From the navigation until the last message is on the screen',
  head: ['', 'ms', 'messages rendered by then'],
  rows: [[`${MESSAGES} messages`, toCell(shownAfter), String(rendered)]],
})

const toLoadTable = ({ slow, start, weight }: PageFinding): Table => ({
  title: 'Loading and starting',
  head: ['', ''],
  rows: [
    ['400 kbit/s, 400 ms: first paint, ms', toCell(slow.painted)],
    ['400 kbit/s, 400 ms: usable, ms', toCell(slow.usable)],
    ['kB received by then', toCell(slow.received)],
    ['first JavaScript, kB in brotli', digits(weight.brotli / 1000)],
    ['first JavaScript, kB in gzip', digits(weight.gzip / 1000)],
    ['`npm start`: first line of the app, ms', toCell(start.said)],
    ['`npm start`: page served, ms', toCell(start.served)],
  ],
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
