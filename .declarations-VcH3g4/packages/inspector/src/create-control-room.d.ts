import { type RunRoutesOptions } from '@sweatpants/framework/control';
import { type Listening, type ListenOptions } from '@sweatpants/framework/http';
export interface ControlRoomOptions extends Omit<RunRoutesOptions, 'auth' | 'path' | 'signal'> {
    /** Returns the name of an operator. Default: everyone who can reach the address, from this page only. */
    auth?: RunRoutesOptions['auth'];
}
export interface ControlRoom {
    /** Serves the page at `/` and its API below `/api/runs`. */
    fetch(request: Request): Response | Promise<Response>;
    listen(options?: ListenOptions): Promise<Listening>;
    /** Ends the event streams. */
    close(): void;
}
/** Serves a page that shows the runs of a store and mends them. */
export declare function createControlRoom({ auth, ...options }: ControlRoomOptions): Promise<ControlRoom>;
