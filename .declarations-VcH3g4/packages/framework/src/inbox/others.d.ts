import { type Failed } from '../tools/outcome.ts';
import type { OutsideWait } from '../tools/outside.ts';
/** Returns why other people cannot be asked: only a durable store keeps a question until they answer. */
export declare function refuseOthers(store: {
    isDurable: boolean;
}, wait: OutsideWait): Failed | undefined;
/** Says for whom and for what a run waits; `undefined` when for nothing outside. */
export declare function describeWaits(waits: Iterable<OutsideWait>): string | undefined;
