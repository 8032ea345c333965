/** The texts of the menu of a debate. */
export const texts = {
  more: (title: string) => `More for ${title}`,
  rename: 'Rename',
  delete: 'Delete',
  titleField: 'Title of the debate',
  deleteTitle: 'Delete this debate?',
  deleteHint: (title: string) =>
    `“${title}” and everything in it will be deleted. Outcomes that you recorded still count for the models.`,
  keep: 'Keep',
}
