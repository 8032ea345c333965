import { getElicitContext, makePlugin } from '@sweatpants/framework'
import { bookFlight } from '../../../tools/book-flight/tool.ts'
import { ConfirmBooking } from './confirm-booking.tsx'
import { FlightList } from './flight-list.tsx'
import { SeatMap } from './seat-map.tsx'

export const bookFlightPlugin = makePlugin(bookFlight)
  .onElicit({
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
  .build()
