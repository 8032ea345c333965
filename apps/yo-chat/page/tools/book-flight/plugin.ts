import { definePlugin } from '@sweatpants/framework'
import type { bookFlight } from '../../../tools/book-flight/tool.ts'
import { later } from '../../controls/later.tsx'

export const bookFlightPlugin = definePlugin<typeof bookFlight>('book_flight')
  .views({
    pickFlight: later(() => import('./views.ts'), 'FlightList'),
    pickSeat: later(() => import('./views.ts'), 'SeatMap'),
    confirm: later(() => import('./views.ts'), 'ConfirmBooking'),
  })
  .view(later(() => import('./views.ts'), 'Booking'))
  .build()
