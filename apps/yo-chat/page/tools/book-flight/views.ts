export { default as Booking } from './booking.tsx'
export { default as ConfirmBooking } from './confirm-booking.tsx'
export { default as FlightList } from './flight-list.tsx'
export { default as SeatMap } from './seat-map.tsx'
