import { definePlugin } from '@sweatpants/framework'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import Booking from './booking.tsx'
import ConfirmBooking from './confirm-booking.tsx'
import FlightList from './flight-list.tsx'
import SeatMap from './seat-map.tsx'

export const bookFlightPlugin = definePlugin<typeof bookFlight>('book_flight')
  .views({ pickFlight: FlightList, pickSeat: SeatMap, confirm: ConfirmBooking })
  .view(Booking)
  .build()
