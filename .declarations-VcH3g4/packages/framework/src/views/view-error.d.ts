import { SweatpantsError } from '../tools/errors.ts';
/** A view cannot be built or read. */
export declare class ViewError extends SweatpantsError {
    name: string;
}
