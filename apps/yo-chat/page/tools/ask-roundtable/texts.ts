/** The texts of the result of a debate. */
export const texts = {
  says: 'says',
  wholeDebate: 'See the whole debate',
}
