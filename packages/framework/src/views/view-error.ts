import { SweatpantsError } from '../tools/errors.ts'

/** A view cannot be built or read. */
export class ViewError extends SweatpantsError {
  override name = 'ViewError'
}

/** The packages that bundle views are not installed. */
export class MissingBundlerError extends ViewError {
  override name = 'MissingBundlerError'
}
