import { SweatpantsError } from '../tools/errors.ts'

/** A view cannot be built or read. */
export class ViewError extends SweatpantsError {
  override name = 'ViewError'
}
