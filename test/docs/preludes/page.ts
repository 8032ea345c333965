import { createTool, definePlugin } from '@sweatpants/framework'
import { z } from 'zod'
import type { bookFlight as tool } from './travel.ts'

/** A tool of the browser: its plugin comes with it. */
export const pickCard = createTool('pick_card')
  .parameters(z.object({ count: z.int() }))
  .handoff({
    *client({ count }) {
      return { card: count }
    },
  })
  .build()

/** The plugin of the tool that the README and the guides serve. */
export const bookFlight = definePlugin<typeof tool>('book_flight')
  .onElicit({
    *pickFlight() {
      return { action: 'accept', content: { flightId: 'TP533' } }
    },
    *confirm() {
      return { action: 'accept', content: { ok: true } }
    },
  })
  .build()
