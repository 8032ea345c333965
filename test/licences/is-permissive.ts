/** They ask for their notice to be kept, or for nothing. */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]

/** Whether a licence, or one of those that may be chosen, or all of those that apply together, ask for no more. */
export function isPermissive(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((part) => PERMISSIVE.includes(part.trim())))
}
