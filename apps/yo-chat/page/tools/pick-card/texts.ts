/** The texts of the cards. */
export const texts = {
  pick: (count: number) => `Pick one of ${count} cards`,
  picked: 'You picked',
  card: (position: number, count: number) => `Card ${position} of ${count}`,
  pickedThe: 'You picked the',
  pickedNone: 'You picked no card.',
}
