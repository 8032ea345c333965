export interface Download {
  name: string
  /** In days. */
  age: number
  megabytes: number
}

const DOWNLOADS: readonly Download[] = [
  { name: 'invoice-march.pdf', age: 12, megabytes: 1 },
  { name: 'holiday.zip', age: 45, megabytes: 310 },
  { name: 'installer.dmg', age: 90, megabytes: 820 },
  { name: 'talk-draft.key', age: 33, megabytes: 64 },
  { name: 'cat.gif', age: 400, megabytes: 6 },
]

/** What a made-up folder of downloads has that is older. */
export const findOlder = (days: number): Download[] => DOWNLOADS.filter(({ age }) => age > days)

/** Makes believe: the folder is the same next time. */
export async function deleteDownload({ megabytes }: Download): Promise<number> {
  return megabytes
}
