import { z } from 'zod'

export const Flight = z.object({ id: z.string(), departs: z.string(), price: z.number() })
export type Flight = z.infer<typeof Flight>

export interface Trip {
  from: string
  to: string
  date: string
}

const TIMETABLE: Flight[] = [
  { id: 'SP101', departs: '07:40', price: 129 },
  { id: 'SP205', departs: '12:15', price: 89 },
  { id: 'SP309', departs: '19:05', price: 149 },
]

/** An airline that flies three times a day between any two places. */
export async function searchFlights({ from, to }: Trip): Promise<Flight[]> {
  return from.toLowerCase() === to.toLowerCase() ? [] : TIMETABLE
}

const bookings = new Map<string, string>()

/** Books a seat and gives its reference; the same key is the same booking, however often it is sent. */
export async function bookSeat(flightId: string, seat: string, idempotencyKey: string): Promise<string> {
  const known = bookings.get(idempotencyKey)
  if (known !== undefined) return known
  const reference = `${flightId}-${seat.charAt(0).toUpperCase()}${bookings.size + 1}`
  bookings.set(idempotencyKey, reference)
  return reference
}
