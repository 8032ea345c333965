/** The texts of the booking of a flight. */
export const texts = {
  trip: (from: string, to: string, date: string) => `${from} to ${to}, ${date}`,
  to: 'to',
  duration: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  cheapest: 'Cheapest',
  price: (amount: number) => `${amount} EUR`,
  seats: (flight: string) => `A seat on ${flight}`,
  taken: (seat: string) => `${seat}, taken`,
  chooseSeat: 'Choose a seat',
  takeSeat: (seat: string) => `Take seat ${seat}`,
  facts: {
    date: 'Date',
    flight: 'Flight',
    departs: 'Departs',
    arrives: 'Arrives',
    seat: 'Seat',
    price: 'Price',
  },
  book: (price: string) => `Book for ${price}`,
  booking: 'Booking…',
  booked: 'Booked. Reference',
  notBooked: (reason: string) => `Nothing was booked: ${reason}.`,
}
