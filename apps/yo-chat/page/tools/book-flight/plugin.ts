import { definePlugin, getElicitContext } from '@sweatpants/framework'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import { ConfirmBooking } from './confirm-booking.tsx'
import { FlightList } from './flight-list.tsx'
import { SeatMap } from './seat-map.tsx'

export const bookFlightPlugin = definePlugin<typeof bookFlight>('book_flight', {
  *pickFlight(request, ctx) {
    return { action: 'accept', content: yield* ctx.render(FlightList, getElicitContext(request)) }
  },
  *pickSeat(request, ctx) {
    return { action: 'accept', content: yield* ctx.render(SeatMap, getElicitContext(request)) }
  },
  *confirm(request, ctx) {
    return { action: 'accept', content: yield* ctx.render(ConfirmBooking, getElicitContext(request)) }
  },
})
