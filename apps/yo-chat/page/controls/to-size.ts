const UNITS = ['B', 'kB', 'MB']

/** Returns a number of bytes as people read it: `1.5 MB`. */
export function toSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const amount = bytes / 1024 ** power
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${UNITS[power]}`
}
