import { HttpError } from '../http/http-error.ts';
declare const STATUS: {
    run_not_found: number;
    run_ended: number;
    run_running: number;
    run_waiting: number;
    not_supported: number;
    other_code: number;
    bad_entry: number;
    answer_invalid: number;
};
/** Says why a run cannot be mended so. */
export declare class RunControlError extends HttpError {
    name: string;
    constructor(code: keyof typeof STATUS, message: string);
}
export {};
