import { definePlugin, type PluginClient } from '@sweatpants/framework'
import { createChatClient } from '@sweatpants/framework/chat'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { App } from '../../../apps/yo-chat/page/frame/app.tsx'
import { bookFlightPlugin } from '../../../apps/yo-chat/page/tools/book-flight/plugin.ts'
import CardFan, { type CardFanProps } from '../../../apps/yo-chat/page/tools/pick-card/card-fan.tsx'
import type { pickCard } from '../../../apps/yo-chat/tools/pick-card/tool.ts'

z.config({ jitless: true })

let isBroken = true

/** The page of the app, with a handler and a component that throw until `mend()` is called. */
declare global {
  interface Window {
    mend: () => void
  }
}

window.mend = () => {
  isBroken = false
}

function BrokenFan(props: CardFanProps) {
  if (isBroken) throw new Error('the cards have fallen off the table')
  return <CardFan {...props} />
}

const brokenCards = definePlugin<typeof pickCard>('pick_card').views({ pickCard: BrokenFan }).build()

const { handlers } = bookFlightPlugin

const brokenBooking: PluginClient = {
  ...bookFlightPlugin,
  handlers: {
    ...handlers,
    pickFlight(request, ctx) {
      if (isBroken) throw new Error('the list of flights has torn')
      return handlers.pickFlight!(request, ctx)
    },
  },
}

const client = createChatClient({ plugins: [brokenCards, brokenBooking] })

// What React would tell the console is what the page has to show.
createRoot(document.querySelector('#root')!, { onCaughtError() {} }).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
)
