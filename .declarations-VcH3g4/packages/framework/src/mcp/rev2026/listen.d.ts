import type { Channel } from '../core/channel.ts';
import type { EventHub } from '../core/events.ts';
/** The open `subscriptions/listen` streams. Their number is limited. */
export declare class Subscriptions {
    #private;
    constructor(hub: EventHub, limits: {
        subscriptions: number;
        subscriptionsPerCaller: number;
    }, closing: AbortSignal);
    /** Sends the requested notifications until the channel or the server closes. */
    listen(id: string | number, notifications: unknown, channel: Channel): Promise<Record<string, unknown>>;
}
