import { z } from 'zod'

export const Flight = z.object({ id: z.string(), departs: z.string(), arrives: z.string(), price: z.number() })
export type Flight = z.infer<typeof Flight>

/** Seats are named by row and column: `3C`. The aisle is in the middle of the columns. */
export const SeatMap = z.object({ rows: z.int(), columns: z.array(z.string()), taken: z.array(z.string()) })
export type SeatMap = z.infer<typeof SeatMap>

const TIMETABLE: Flight[] = [
  { id: 'SP101', departs: '07:40', arrives: '10:55', price: 129 },
  { id: 'SP205', departs: '12:15', arrives: '15:30', price: 89 },
  { id: 'SP309', departs: '19:05', arrives: '22:20', price: 149 },
]

const ROWS = 8
const COLUMNS = ['A', 'B', 'C', 'D', 'E', 'F']

/** A made-up airline that flies three times a day between any two places. */
export async function searchFlights({ from, to }: { from: string; to: string }): Promise<Flight[]> {
  return from.toLowerCase() === to.toLowerCase() ? [] : TIMETABLE
}

/** The same flight always has the same seats taken. */
export async function readSeats(flightId: string): Promise<SeatMap> {
  const start = Number(flightId.replace(/\D/g, ''))
  const taken = allSeats({ rows: ROWS, columns: COLUMNS }).filter((_, index) => (index * 7 + start) % 5 < 2)
  return { rows: ROWS, columns: COLUMNS, taken }
}

export const freeSeats = (map: SeatMap): string[] => allSeats(map).filter((seat) => !map.taken.includes(seat))

function allSeats({ rows, columns }: Omit<SeatMap, 'taken'>): string[] {
  return Array.from({ length: rows }, (_, row) => columns.map((column) => `${row + 1}${column}`)).flat()
}

/** Books a seat and gives its reference, which follows from the key: however often it is sent, it is one booking. */
export async function bookSeat(flightId: string, seat: string, idempotencyKey: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(idempotencyKey))
  const code = [...new Uint8Array(digest.slice(0, 3))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${flightId}-${seat}-${code.toUpperCase()}`
}
