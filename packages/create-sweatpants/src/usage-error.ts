/** Wrong arguments on the command line. Printed as one sentence, without a stack. */
export class UsageError extends Error {
  override name = 'UsageError'
}
